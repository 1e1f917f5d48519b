/** The memory section of an agent's system prompt. */
import { loadedText } from '../index/budget.js';
import type { IndexFile } from '../index/index-file.js';
import { layoutOf } from '../markdown/layout.js';
import { fence, inline } from '../safety/fence.js';
import { hideSecrets } from '../secrets/secrets.js';
import { TYPE_GUIDES } from './type-guides.js';

export interface PromptStore {
  /** As shown to the agent. */
  readonly path: string;
  /** The folder does not exist yet. */
  readonly absent?: boolean;
  /** Undefined when there is none. */
  readonly index: IndexFile | undefined;
}

export interface SectionContext {
  readonly own: PromptStore;
  /** Memory shared with others. */
  readonly team?: PromptStore;
  /** Whether the store is a daily log from which a later consolidation makes memories. */
  readonly logs: boolean;
  /** Whether the loaded part of the indexes is included. */
  readonly withIndex: boolean;
  /** Maximum UTF-16 units of the section. */
  readonly most?: number;
}

export function renderPromptSection(parts: SectionContext): string {
  const { own, team, logs, withIndex, most = Infinity } = parts;
  const guide = [
    ['# Memory', '', ...introduction(parts)],
    types(team !== undefined),
    logs ? savingToLog(parts) : saving(parts),
    DO_NOT_SAVE,
    READING,
  ];
  const said = textOf(guide);
  if (!withIndex) return said;
  const stores = team === undefined ? [own] : [own, team];
  const room = Math.max(0, most - said.length - stores.length * AROUND_INDEX) / stores.length;
  return textOf([
    ...guide,
    ...stores.map((store) =>
      indexOf(store, team === undefined ? 'MEMORY.md' : store === own ? 'Private MEMORY.md' : 'Team MEMORY.md', room),
    ),
  ]);
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
    'Build it up over time, so that later sessions know who the user is, how they want to work, what to avoid and repeat, and why the work is done. When the user asks you to remember something, save it at once; when they ask you to forget, find it and remove it.',
  ];
}

function types(team: boolean): string[] {
  return [
    '## Types',
    '',
    ...TYPE_GUIDES.flatMap(({ type, what, when, example, scope }) => [
      `- **${type}**: ${what}.`,
      `  Save when ${when}.`,
      ...(team ? [`  Scope: ${scope}.`] : []),
      `  Example: ${example}`,
    ]),
  ];
}

const BODY =
  'Begin the text of a feedback or project memory with the rule or fact itself, then a line `**Why:**` with the reason, then `**How to apply:**` with when it counts. With the reason you can judge edge cases later.';

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
    'description: one line that says whether it matters, read when memories are chosen',
    'metadata:',
    '  type: user | feedback | project | reference',
    '---',
    '',
    'The text.',
    '```',
    '',
    `2. Add one line to MEMORY.md of the same directory: \`- [Title](file.md) — what it is about\`, under about 150 characters. MEMORY.md is an index without front matter; never write a memory into it. It is loaded into every session and cut after 200 lines or 25,000 characters, so keep it short.`,
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
  '- What the code says itself: structure, conventions, paths, architecture. Read it instead.',
  '- What git says: who changed what, and recent changes.',
  '- How a bug was fixed: the fix is in the code, the reason in the commit.',
  '- What CLAUDE.md, AGENTS.md or other instructions say already.',
  '- What counts only in this session: tasks under way, temporary state.',
  '- Secrets: passwords, keys, tokens. Say where they are kept.',
  '',
  'That holds also when the user asks for it: ask then what was surprising about it, and save that.',
];

const READING = [
  '## How to read',
  '',
  'Look into memory when it may bear on what is asked, and always when the user asks you to recall. When they ask you to leave memory aside, act as if it were empty.',
  'A memory is what was true when it was written. Before you recommend or state what it names, verify it: look whether the file is there, search for the function or flag, and trust what you see now over what is remembered; then correct or remove the memory. For what is recent or current, prefer git and the code.',
];

function indexOf({ index, path }: PromptStore, title: string, most: number): string[] {
  const heading = [`## ${title}`, ''];
  if (index?.source.unreadable !== undefined)
    return [
      ...heading,
      `It cannot be read now, so nothing is known of what it lists. ${inline(index.source.unreadable)}`,
    ];
  if (index === undefined || index.lines.text.trim() === '')
    return [...heading, 'It is empty. Memories you save appear here.'];
  const { budget, lines } = index;
  const loaded = hideSecrets(loadedText(lines, layoutOf(lines)));
  const text = beginning(loaded, most);
  if (text.length < loaded.length)
    return [
      ...heading,
      ...(text === '' ? [] : [fence(text)]),
      `This is only the beginning: read ${inline(path)}/MEMORY.md for the rest before you conclude that something is not remembered.`,
    ];
  const cut =
    budget.loadedLines < budget.lines
      ? [
          `WARNING: only ${budget.loadedLines} of ${budget.lines} lines of ${inline(path)}/MEMORY.md were loaded (at most ${budget.limitLines} lines and ${budget.limitUnits.toLocaleString('en')} characters). Keep entries to one short line, and move details into the files.`,
        ]
      : [];
  return [...heading, fence(text), ...cut];
}

/** As many whole lines of a text as fit. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, Math.max(0, text.lastIndexOf('\n', most)));
}
