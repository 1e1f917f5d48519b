/** Memories and questions in other languages (`languages/`), in stores of their own beside the English memories of this benchmark. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type Corpus, type Question, readCorpus } from './data.mjs';

/** What is asked: in the language of the memory; in English about another language; in another language about English; English about English. */
export const LANGUAGE_KINDS = ['within', 'from-english', 'to-english', 'english'] as const;
export type LanguageKind = (typeof LANGUAGE_KINDS)[number];

interface Memory {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly body: string;
}

interface LanguageFile {
  readonly memories: readonly Memory[];
  /** Kind, text, and the memory that answers: its name, or for `to-english` its path without ending. */
  readonly questions: readonly (readonly [LanguageKind, string, string])[];
}

/** A question in one of the languages, or about it. */
export interface LanguageQuestion extends Question {
  readonly kind: LanguageKind;
  /** BCP 47 primary tag; undefined for questions of the benchmark's first corpus. */
  readonly language?: string;
}

export interface LanguageCorpus extends Corpus {
  readonly questions: readonly LanguageQuestion[];
}

const fileOf = ({ name, type, description, body }: Memory): string =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\ntype: ${type}\nmodified: 2026-05-01T00:00:00Z\n---\n\n${body}\n`;

/** Questions of each kind fall into the halves by turns, in each language. */
function questionsOf(language: string, { questions }: LanguageFile): LanguageQuestion[] {
  const seen = new Map<LanguageKind, number>();
  return questions.map(([kind, text, answer]) => {
    const at = seen.get(kind) ?? 0;
    seen.set(kind, at + 1);
    return {
      id: `${language}-${kind}-${at + 1}`,
      language,
      kind,
      half: at % 2 === 0 ? 'tune' : 'report',
      text,
      answers: { [kind === 'to-english' ? `${answer}.md` : `in-${language}/${answer}.md`]: 1 },
    };
  });
}

const EARLIER: Readonly<Record<string, LanguageKind>> = { language: 'within', 'cross-language': 'from-english' };

/** The first corpus's own questions: those about its few memories in other languages, and the English ones. */
const earlierQuestions = (home: string): LanguageQuestion[] =>
  (JSON.parse(readFileSync(path.join(home, 'questions.json'), 'utf8')) as Question[])
    .filter(({ kind }) => kind !== 'none')
    .map((question) => ({ ...question, kind: EARLIER[question.kind] ?? 'english' }));

/** @param folder gets the stores, where they are not there yet */
export function languageCorpus(home: string, folder: string): LanguageCorpus {
  const source = path.join(home, 'languages');
  const questions = earlierQuestions(home);
  if (!existsSync(folder)) cpSync(path.join(home, 'memories'), folder, { recursive: true });
  for (const file of readdirSync(source).sort()) {
    const language = path.basename(file, '.json');
    const content = JSON.parse(readFileSync(path.join(source, file), 'utf8')) as LanguageFile;
    const store = path.join(folder, `in-${language}`);
    mkdirSync(store, { recursive: true });
    for (const memory of content.memories) writeFileSync(path.join(store, `${memory.name}.md`), fileOf(memory));
    questions.push(...questionsOf(language, content));
  }
  return { ...readCorpus(folder, questions), questions };
}
