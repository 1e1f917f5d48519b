/** The memory section of an agent's system prompt. */
import { cutNote, loadedText } from '../index/budget.js';
import type { IndexFile } from '../index/index-file.js';
import { layoutOf } from '../markdown/layout.js';
import { fence, inline } from '../safety/fence.js';
import { maskForDisplay } from '../secrets/secrets.js';
import { TYPE_GUIDES } from './type-guides.js';

export interface PromptStore {
  /** As shown to the agent. */
  readonly path: string;
  /** The folder does not exist yet. */
  readonly absent?: boolean;
  /** Undefined when there is none. */
  readonly index: IndexFile | undefined;
  /** Memories of a store that has no index. Default 0. */
  readonly unlisted?: number;
}

export interface SectionContext {
  readonly own: PromptStore;
  /** Memory shared with others. */
  readonly team?: PromptStore;
  /** Whether the store is a daily log from which a later consolidation makes memories. */
  readonly logs: boolean;
  /** Whether the loaded part of the indexes is included. */
  readonly withIndex: boolean;
  /** Whether it is the indexes alone, without what is to be known of them. Default false. */
  readonly indexOnly?: boolean;
  /** Maximum UTF-16 units of the section. */
  readonly most?: number;
}

export function renderPromptSection(parts: SectionContext): string {
  const { own, team, logs, withIndex, indexOnly = false, most = Infinity } = parts;
  const guide = indexOnly
    ? []
    : [
        ['# Memory', '', ...introduction(parts)],
        types(team !== undefined),
        logs ? savingToLog(parts) : saving(parts),
        DO_NOT_SAVE,
        READING,
        BEFORE_RECOMMENDING,
      ];
  const said = textOf(guide);
  if (!withIndex) return said;
  const stores = team === undefined ? [own] : [own, team];
  const room = Math.max(0, most - said.length - stores.length * AROUND_INDEX) / stores.length;
  return textOf([...guide, ...stores.map((store) => indexOf(store, titleOf(store, parts), room))]);
}

function titleOf(store: PromptStore, { own, team, indexOnly }: SectionContext): string {
  const title = team === undefined ? 'MEMORY.md' : store === own ? 'Private MEMORY.md' : 'Team MEMORY.md';
  return indexOnly === true ? `${title} in \`${inline(store.path)}\`` : title;
}

const textOf = (blocks: readonly (readonly string[])[]): string =>
  `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;

/** UTF-16 units of heading, fence and warning of an index. */
const AROUND_INDEX = 500;

function introduction({ own, team }: SectionContext): string[] {
  const both =
    team === undefined
      ? [
          `You have a memory that outlives the session: a directory of markdown files at \`${inline(own.path)}\`. ${own.absent === true ? 'It is not there yet: write to it directly, which makes it' : 'It exists already; write to it directly'}, and do not check for it or create it first.`,
        ]
      : [
          `You have two memories that outlive the session, directories of markdown files: a private one at \`${inline(own.path)}\`, which only this user’s sessions see, and one shared with the team at \`${inline(team.path)}\`. ${own.absent === true ? 'The team’s exists already, and the first file you write to the private one makes it; write to them directly' : 'Both exist already; write to them directly'}, and do not check for them or create them first.`,
        ];
  return [
    ...both,
    'When the user asks you to remember something, save it at once; when they ask you to forget, find it and remove it.',
  ];
}

function types(team: boolean): string[] {
  return [
    '## Types',
    '',
    ...TYPE_GUIDES.flatMap(({ type, what, when, use, example, scope }) => [
      `- **${type}**: ${what}.`,
      `  Save when ${when}. Use it to ${use}.`,
      ...(team ? [`  Scope: ${scope}.`] : []),
      `  Example: ${example}`,
    ]),
  ];
}

const BODY =
  'Begin a feedback or project memory with the rule or fact itself, then a line `**Why:**` with the reason, by which edge cases are judged later, then `**How to apply:**` with when it counts.';

function saving({ own, team }: SectionContext): string[] {
  const where = team === undefined ? `in \`${inline(own.path)}\`` : 'in the directory its scope asks for';
  return [
    '## How to save',
    '',
    `1. Write the memory to a file of its own ${where}, named after what it is about${team === undefined ? '' : '; never put anything secret or personal into the team’s'}:`,
    '',
    '```markdown',
    '---',
    'name: short-name-in-kebab-case',
    'description: one line, by which it is chosen',
    'metadata:',
    '  type: user | feedback | project | reference',
    '---',
    '',
    'The text.',
    '```',
    '',
    `2. Add one line to MEMORY.md of the same directory: \`- [Title](file.md) — what it is about\`, under about 150 characters. It is an index without front matter, never a place for memories, loaded into every session and cut after 200 lines or 25,000 characters.`,
    '',
    BODY,
    'Order by subject, not by date. Before you write, look for a memory that says it already and change that one. Remove what turned out to be wrong.',
  ];
}

function savingToLog({ own: { path }, team }: SectionContext): string[] {
  return [
    '## How to save',
    '',
    `Append to the log of the day, \`${inline(path)}/logs/YYYY/MM/YYYY-MM-DD.md\` with the real date of today: one bullet each, short, with the time in front. Create the file and its folders when they are missing, and never rewrite or reorder what is there: a log is only added to.`,
    'Memories and MEMORY.md are made from the logs later; read them, and leave them as they are.',
    ...(team === undefined
      ? []
      : [
          `What is for the team goes into a file of its own in \`${inline(team.path)}\`, with one line in the MEMORY.md there: \`- [Title](file.md) — what it is about\`. Never put anything secret or personal into it.`,
        ]),
    '',
    BODY,
  ];
}

const DO_NOT_SAVE = [
  '## What not to save',
  '',
  '- What the code says itself: structure, conventions, paths, architecture.',
  '- What git says: who changed what and when.',
  '- How a bug was fixed: see the code and the commit.',
  '- What CLAUDE.md or AGENTS.md say already.',
  '- How you will do the work at hand: that is a plan.',
  '- Steps and their state: they go into the task list.',
  '- Secrets. Say where they are kept.',
  '',
  'Also when the user asks for it: ask what was surprising, and save that.',
];

const READING = [
  '## How to look something up',
  '',
  'When memory may bear on what is asked, and always when the user asks you to recall:',
  '',
  '1. Look through MEMORY.md.',
  '2. Read the files whose lines fit.',
  '3. Search all files of the directory for what no line shows.',
  '',
  'When the user asks you to leave memory aside, act as if it were empty.',
];

/** The heading names the moment of action, which is when the checks are needed. */
const BEFORE_RECOMMENDING = [
  '## Before recommending from memory',
  '',
  'A memory is what was true when it was written. That it names something does not mean that it is there now.',
  '',
  '- It names a file: check that the file exists.',
  '- It names a function, flag or setting: search for it.',
  '- The user is about to act on it: verify it first.',
  '',
  'Trust what you see now, then correct or remove the memory. For what is recent, prefer git and the code.',
];

function indexOf({ index, path, unlisted = 0 }: PromptStore, title: string, most: number): string[] {
  const heading = [`## ${title}`, ''];
  if (index?.source.unreadable !== undefined)
    return [
      ...heading,
      `It cannot be read now, so nothing is known of what it lists. ${inline(index.source.unreadable)}`,
    ];
  if (unlisted > 0)
    return [
      ...heading,
      `It is missing, so no list shows the ${unlisted === 1 ? 'memory' : `${unlisted} memories`} in ${inline(path)}: search the files. The user can make it with \`memdir lint --fix\`.`,
    ];
  if (index === undefined || index.lines.text.trim() === '')
    return [...heading, 'It is empty. Memories you save appear here.'];
  const { lines } = index;
  const layout = layoutOf(lines);
  const loaded = maskForDisplay(loadedText(lines, layout));
  const text = beginning(loaded, most);
  if (text.length < loaded.length)
    return [
      ...heading,
      ...(text === '' ? [] : [fence(text)]),
      `This is only the beginning: read ${inline(path)}/MEMORY.md for the rest before you conclude that something is not remembered.`,
    ];
  const note = cutNote(lines, layout);
  return [...heading, fence(note === undefined ? text : `${text}\n\n${maskForDisplay(note)}`)];
}

/** As many whole lines of a text as fit. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, Math.max(0, text.lastIndexOf('\n', most)));
}
