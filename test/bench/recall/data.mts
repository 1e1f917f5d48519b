/** The benchmark's own corpus: memories of eight made-up projects and labelled questions. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const KINDS = [
  'keyword',
  'paraphrase',
  'identifier',
  'long',
  'deep',
  'superseded',
  'distractor',
  'language',
  'cross-language',
  'none',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Question {
  readonly id: string;
  readonly kind: string;
  /** Weights are set by looking at the one half; the other half is reported. */
  readonly half: 'tune' | 'report';
  /** Of a question without an answer that has nothing to do with any project. */
  readonly topic?: 'off';
  readonly text: string;
  /** Grade of each memory that answers, by path from the corpus folder: 1, or for superseded facts 2 the newer and 1 the older. */
  readonly answers: Readonly<Record<string, number>>;
}

export interface Passage {
  /** Path from the corpus folder, slashes forward. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** The whole file. */
  readonly text: string;
}

/** One store, or several that are searched together, and what is asked of it. */
export interface Corpus {
  readonly folder: string;
  /** Folders of the stores. */
  readonly stores: readonly string[];
  readonly passages: readonly Passage[];
  readonly questions: readonly Question[];
}

const HEAD = /^---\n([\s\S]*?)\n---\n/;

function passage(folder: string, file: string): Passage {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const head = HEAD.exec(text)?.[1] ?? '';
  const field = (name: string): string =>
    new RegExp(`^${name}: *(.*)$`, 'm').exec(head)?.[1]?.replace(/^"|"$/g, '') ?? '';
  return {
    path: file,
    name: field('name'),
    description: field('description'),
    body: text.replace(HEAD, '').trim(),
    text,
  };
}

/** Reads the memories below a folder that has one folder for each store. */
export function readCorpus(folder: string, questions: readonly Question[]): Corpus {
  const stores = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const files = stores.flatMap((store) =>
    readdirSync(path.join(folder, store))
      .filter((file) => file.endsWith('.md') && file !== 'MEMORY.md')
      .sort()
      .map((file) => `${store}/${file}`),
  );
  return {
    folder,
    stores: stores.map((store) => path.join(folder, store)),
    passages: files.map((file) => passage(folder, file)),
    questions,
  };
}

/** Memories and questions of this benchmark; `home` is the folder with `memories` and `questions.json`. */
export const ownCorpus = (home: string): Corpus =>
  readCorpus(
    path.join(home, 'memories'),
    JSON.parse(readFileSync(path.join(home, 'questions.json'), 'utf8')) as Question[],
  );
