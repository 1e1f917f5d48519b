/**
 * The tools agents get, declared once: the MCP server, VS Code's language models and package.json take them from here. Their inputs
 * and outputs are in {@link ./tool-schemas}, apart because the extension does not need them.
 */
import { t, tPlural } from '../core/l10n.js';

export interface ToolDeclaration {
  /** For people. */
  readonly title: () => string;
  /** For the model that is to choose and call it. */
  readonly description: string;
  /** For people who pick it in a chat. */
  readonly summary: string;
  /** Name after `#` in a chat; absent: its own. */
  readonly reference?: string;
  readonly icon: string;
  /** Whether it changes memories. Such a call is made only when the user agreed, to it or to all of them. */
  readonly writes: boolean;
  /** Whether it takes something out of what agents find (nothing is ever deleted). */
  readonly destructive: boolean;
  /** Whether a second call with the same input changes nothing more. */
  readonly idempotent: boolean;
  /** What is shown while it runs. */
  readonly invocation: (input: ToolInput) => string;
  /** What is asked before it runs; those that write have one. */
  readonly confirmation?: (
    input: ToolInput,
    preview: ToolPreview,
  ) => { readonly title: string; readonly message: string };
}

/** The memory that a call would change. */
export interface SubjectMemory {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** What is known of a call that writes before the user is asked: the memory it would change, where it would write, or the answer when it can only fail. */
export interface ToolPreview {
  readonly memory?: SubjectMemory;
  /** The memory directory: as people know it, and its absolute path. */
  readonly store?: { readonly label: string; readonly path: string };
  readonly refusal?: ToolAnswer;
}

/** The input of a model, not validated yet. */
export type ToolInput = Readonly<Record<string, unknown>>;

const LONGEST = 300;
/** A value of an input as a person may read it, on one line. */
const shown = (value: unknown, most = LONGEST): string => {
  const text = (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
};

/** A memory as people know it. */
const named = (id: unknown, memory: SubjectMemory | undefined): string =>
  memory === undefined ? shown(id, 80) : `“${shown(memory.name, 80)}”`;
const described = (memory: SubjectMemory | undefined): string =>
  memory === undefined ? '' : `${shown(memory.description)} (${shown(memory.id, 200)})\n\n`;

/** Where a call writes, as a paragraph of its own. */
export const whereWords = (store: ToolPreview['store']): string =>
  store === undefined
    ? ''
    : t('Memory directory: {store} ({path})', { store: shown(store.label, 80), path: shown(store.path) });

const reading = { writes: false, destructive: false, idempotent: true } as const;

export const TOOLS = {
  search_memory: {
    ...reading,
    title: () => t('Search memory'),
    description:
      'Finds memories about a subject, from earlier sessions: preferences and corrections of the user, decisions and their reasons, past failures, facts about projects, where things are documented. Call it before a decision, before asking what the user may have answered before, and when they refer to earlier work. Finds by words and by meaning. Answers with compact hits, best first, whose ids get_memory reads. Confidence "low" or "none": probably nothing fits.',
    summary: 'Search what coding agents remember',
    reference: 'recall',
    icon: '$(search)',
    invocation: ({ query }) => t('Searching memories for “{query}”', { query: shown(query, 60) }),
  },
  get_memory: {
    ...reading,
    title: () => t('Read a memory'),
    description:
      'Reads the full text of one memory whose id another tool gave you, with its level and age. It says what was known when it was written: verify what it says about code, files and versions before you state it as fact. With several ids, use get_memories; with none, search_memory.',
    summary: 'Read one memory',
    icon: '$(book)',
    invocation: ({ id }) => t('Reading memory {id}', { id: shown(id, 80) }),
  },
  get_memories: {
    ...reading,
    title: () => t('Read memories'),
    description:
      'Reads the full texts of two or more memories whose ids another tool gave you. Ask for those you will use: long texts are cut. With one id, use get_memory.',
    summary: 'Read several memories',
    icon: '$(library)',
    invocation: ({ ids }) => tPlural(Array.isArray(ids) ? ids.length : 0, 'Reading 1 memory', 'Reading {n} memories'),
  },
  list_recent: {
    ...reading,
    title: () => t('List recent memories'),
    description:
      'Lists the newest memories, compact, whatever they are about. Only for questions about time: what was remembered today or lately. For anything about a subject, use search_memory.',
    summary: 'List the newest memories',
    icon: '$(history)',
    invocation: () => t('Listing recent memories'),
  },
  list_stale: {
    ...reading,
    title: () => t('List stale memories'),
    description:
      'Lists memories worth a look, each with the reasons: contradicted by a newer one, a cited path gone, a date passed, or not updated for long. Age alone is no evidence. Only when the user wants memory itself reviewed: verify each, then update_memory or forget it. To answer a question, use search_memory.',
    summary: 'List memories that may be out of date',
    icon: '$(clock)',
    invocation: () => t('Listing stale memories'),
  },
  remember: {
    title: () => t('Remember'),
    description:
      'Saves one new memory for later sessions; when it corrects a memory that exists, use update_memory. Save what could not be found out again: what the user prefers or corrected and why, decisions and their reasons, failures and their causes, where knowledge is kept. Not what code, git history or CLAUDE.md say, nor secrets. One fact a memory, understandable without this conversation, impersonal; for feedback and project add lines "**Why:**" and "**How to apply:**". Names of people, first person and feelings are taken out, relative dates resolved; the answer says what changed.',
    summary: 'Save a memory',
    reference: 'remember',
    icon: '$(add)',
    writes: true,
    destructive: false,
    idempotent: true,
    invocation: ({ name, content }) => t('Remembering “{text}”', { text: shown(name ?? content, 60) }),
    confirmation: ({ content, type, name }, { store }) => {
      const names = { name: shown(name, 80), type: shown(type, 30) };
      return {
        title:
          type === undefined
            ? name === undefined
              ? t('Save this memory?')
              : t('Save the memory “{name}”?', names)
            : name === undefined
              ? t('Save this memory ({type})?', names)
              : t('Save the memory “{name}” ({type})?', names),
        message: `${shown(content)}\n\n${whereWords(store)}`,
      };
    },
  },
  update_memory: {
    title: () => t('Update a memory'),
    description:
      'Replaces one memory that is no longer true, by its id, with a new text under its name. The old one is kept, but no longer found. For a fact that no memory has yet, use remember; when nothing is true in its place, forget.',
    summary: 'Replace a memory with a newer version',
    icon: '$(edit)',
    writes: true,
    destructive: true,
    idempotent: false,
    invocation: ({ id }) => t('Updating memory {id}', { id: shown(id, 80) }),
    confirmation: ({ id, content }, { memory, store }) => ({
      title: t('Replace memory {name}?', { name: named(id, memory) }),
      message: `${described(memory)}${shown(content)}\n\n${whereWords(store)}`,
    }),
  },
  forget: {
    title: () => t('Forget a memory'),
    description:
      'Removes one memory that is wrong or of no more use, by its id, from search and index; the user can restore it. When something else is true now, use update_memory.',
    summary: 'Remove a memory from search and MEMORY.md',
    icon: '$(trash)',
    writes: true,
    destructive: true,
    idempotent: true,
    invocation: ({ id }) => t('Forgetting memory {id}', { id: shown(id, 80) }),
    confirmation: ({ id }, { memory, store }) => ({
      title: t('Forget memory {name}?', { name: named(id, memory) }),
      message: `${described(memory)}${t('This removes it from search and MEMORY.md. You can restore it later.')}\n\n${whereWords(store)}`,
    }),
  },
} as const satisfies Record<string, ToolDeclaration>;

export type ToolName = keyof typeof TOOLS;
export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];
export const isToolName = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

/** Result of a call, the same in every front end. */
export interface ToolAnswer {
  /** For the model. */
  readonly text: string;
  /** The same as data, as the tool's output schema says. Absent when the call failed. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** Whether the call failed; the text then says what to try next. */
  readonly isError: boolean;
}
