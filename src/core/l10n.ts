/**
 * What a person reads goes through here, in every program: English is the key, a bundle has the other language. What only agents and models
 * read, JSON and logs are English literals. A text that both may read is said within {@link forAgents} when an agent asks.
 */
import { config, t as translate } from '@vscode/l10n';

/** Translations by their English text, placeholders in braces in both. */
export type LanguageBundle = Readonly<Record<string, string>>;

type Value = string | number;

type PlaceholderOf<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never;

type Values<Name extends string> = [Name] extends [never] ? [] : [values: Readonly<Record<Name, Value>>];

/** How the tasks of agents are told from those of people, in a program that works for both at once. */
export interface AgentTasks {
  /** Runs `work`, and all that it starts, as a task of an agent. */
  run<R>(work: () => R): R;
  readonly isRunning: () => boolean;
}

/** Tells them apart as long as `work` runs without a break. */
function unbrokenTasks(): AgentTasks {
  let running = 0;
  return {
    run: (work) => {
      running++;
      try {
        return work();
      } finally {
        running--;
      }
    },
    isRunning: () => running > 0,
  };
}

let ofProgram: LanguageBundle | undefined;
let agentTasks = unbrokenTasks();

/** Sets the language of this program, before anything is said in it. Without a bundle it is English. */
export function useLanguage(bundle: LanguageBundle | undefined): void {
  ofProgram = bundle;
  config({ contents: { ...bundle } });
}

/** Tells tasks apart in a way that follows `await`. */
export function useAgentTasks(tasks: AgentTasks): void {
  agentTasks = tasks;
}

/** Does what an agent or a model asks for: whatever is said by `t` meanwhile is English. */
export const forAgents = <R>(work: () => R): R => (ofProgram === undefined ? work() : agentTasks.run(work));

/** Bundle of the person that {@link inLanguage} speaks to. */
let ofListener: LanguageBundle | undefined;

/**
 * Says in the language of one client what a process says that serves clients in several languages. `work` is synchronous.
 * Without a bundle nothing changes.
 */
export function inLanguage<R>(bundle: LanguageBundle | undefined, work: () => R): R {
  if (bundle === undefined) return work();
  const before = ofListener;
  ofListener = bundle;
  try {
    return work();
  } finally {
    ofListener = before;
  }
}

/** The bundle of this program; undefined for English. */
export const bundleOfProgram = (): LanguageBundle | undefined => ofProgram;

/** The bundle that messages are said by now; undefined for English. */
export const bundleInUse = (): LanguageBundle | undefined =>
  ofListener ?? (agentTasks.isRunning() ? undefined : ofProgram);

/** A message that is known when the program runs; for others see {@link t}. */
export function say(message: string, values: Readonly<Record<string, Value>>): string {
  const said = withoutDoubledStops(bundleInUse()?.[message] ?? message, values);
  if (ofListener !== undefined) return filled(ofListener[message] ?? message, said);
  return ofProgram !== undefined && agentTasks.isRunning() ? filled(message, said) : translate(message, said);
}

/** A sentence at the end of another one, such as a reason, gives up its full stop. */
const withoutDoubledStops = (
  message: string,
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' &&
      /(?:\s.*[^.][.]|。)$/s.test(value) &&
      /^[.。]/.test(message.split(`{${name}}`)[1] ?? '')
        ? value.slice(0, -1)
        : value,
    ]),
  );

/** Fills the placeholders of a message, as the library does. */
const filled = (message: string, values: Readonly<Record<string, Value>>): string =>
  message.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

/** The message in the language of this program, its placeholders filled. The scripts find it by its literal, so it is one. */
export const t = <const Message extends string>(
  message: Message,
  ...[values]: Values<PlaceholderOf<Message>>
): string => say(message, values ?? {});

/** One of two messages by a count, which is their placeholder `n`. Other languages translate both, the same way where they have one form. */
export const tPlural = <const One extends string, const Other extends string>(
  n: number,
  one: One,
  other: Other,
  ...[values]: Values<Exclude<PlaceholderOf<One> | PlaceholderOf<Other>, 'n'>>
): string => say(n === 1 ? one : other, { ...(values as Readonly<Record<string, Value>> | undefined), n });
