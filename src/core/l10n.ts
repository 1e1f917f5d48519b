/**
 * What a person reads goes through here, in every program: English is the key, a bundle has the other language. What agents and models read,
 * JSON and logs stay English and do not.
 */
import { config, t as translate } from '@vscode/l10n';

/** Translations by their English text, placeholders in braces in both. */
export type LanguageBundle = Readonly<Record<string, string>>;

type Value = string | number;

type PlaceholderOf<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never;

type Values<Name extends string> = [Name] extends [never] ? [] : [values: Readonly<Record<Name, Value>>];

/** Sets the language of this program, before anything is said in it. Without a bundle it is English. */
export const useLanguage = (bundle: LanguageBundle | undefined): void => config({ contents: { ...bundle } });

/** The message in the language of this program, its placeholders filled. The scripts find it by its literal, so it is one. */
export const t = <const Message extends string>(
  message: Message,
  ...[values]: Values<PlaceholderOf<Message>>
): string => translate(message, values ?? {});

/** One of two messages by a count, which is their placeholder `n`. Other languages translate both, the same way where they have one form. */
export const tPlural = <const One extends string, const Other extends string>(
  n: number,
  one: One,
  other: Other,
  ...[values]: Values<Exclude<PlaceholderOf<One> | PlaceholderOf<Other>, 'n'>>
): string => translate(n === 1 ? one : other, { ...(values as Readonly<Record<string, Value>> | undefined), n });
