import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import { type Level, LEVEL_NAMES, LEVELS, type StoreInfo } from '../../core/memory.js';
import type { ListFilter, MemorySummary } from '../../core/results.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import {
  addCommonFlags,
  type Cli,
  type CommonFlags,
  levelOption,
  noteUnlisted,
  READER,
  wholeNumber,
  withMemdir,
} from '../cli.js';
import { columnWidth, displayWidth, pad, plural, sanitize, truncate } from '../format.js';

interface ListFlags extends CommonFlags {
  readonly type?: string;
  readonly level?: Level;
  readonly agent?: string;
  readonly repo?: string;
  readonly tag?: string;
  readonly recent?: number;
  readonly deleted?: boolean;
}

export const listCommand = (cli: Cli): Command =>
  addCommonFlags(new Command('list').description('memories, grouped by level and type'))
    .option('--type <type>', 'only this type')
    .addOption(levelOption())
    .option(...READER)
    .option('--repo <name>', 'only those about this repository')
    .option('--tag <tag>', 'only those with this tag')
    .option('--recent <n>', 'only the newest', wholeNumber)
    .option('--deleted', 'those that were forgotten')
    .action(async (flags: ListFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const memories = await memdir.list(filterOf(flags));
        noteUnlisted(cli, await memdir.countUnlisted());
        if (flags.json) return cli.out.json(memories);
        printList(
          cli,
          await memdir.roots(),
          memories,
          NARROWING.some((flag) => flags[flag] !== undefined),
        );
      });
    });

const filterOf = ({ type, level, agent, repo, tag, recent, deleted }: ListFlags): ListFilter => ({
  ...(type === undefined ? {} : { type }),
  ...(level === undefined ? {} : { level }),
  ...(agent === undefined ? {} : { reader: agent }),
  ...(repo === undefined ? {} : { repo }),
  ...(tag === undefined ? {} : { tag }),
  ...(recent === undefined ? {} : { recent }),
  ...(deleted ? { deleted } : {}),
});

const NARROWING = ['type', 'level', 'agent', 'repo', 'tag'] as const;

/** `narrowed`: whether a filter may hide memories. */
function printList(
  cli: Cli,
  stores: readonly StoreInfo[],
  memories: readonly MemorySummary[],
  narrowed: boolean,
): void {
  const { out } = cli;
  const none = narrowed ? 'No memories here that the options let through.' : 'No memories here.';
  if (memories.length === 0)
    return out.line(
      stores.some((store) => store.exists)
        ? none
        : 'No memory directory here yet. “memdir roots” says where one would be.',
    );
  let first = true;
  for (const store of stores) {
    const own = memories.filter((memory) => memory.store === store.key);
    if (own.length === 0) continue;
    if (!first) out.line();
    first = false;
    const logs = own.filter(isLog);
    const counts = [
      ...(logs.length === own.length ? [] : [plural(own.length - logs.length, 'memory', 'memories')]),
      ...(logs.length === 0 ? [] : [plural(logs.length, 'daily log')]),
    ];
    out.line(
      `${out.paint('bold', sanitize(store.label))}  ${out.paint('dim', cli.out.shortPath(store.path))}  ${counts.join(', ')}`,
    );
    printStore(cli, own, isPlain(store));
  }
}

const isLog = ({ kind }: MemorySummary): boolean => kind === 'log';
const newestFirst = (a: MemorySummary, b: MemorySummary): number => (a.path > b.path ? -1 : 1);

/** Memories by level and type, then daily logs in a group of their own. Plain notes have neither level nor type. */
function printStore(cli: Cli, all: readonly MemorySummary[], plain: boolean): void {
  const { out } = cli;
  const memories = all.filter((memory) => !isLog(memory));
  const logs = all.filter(isLog).sort(newestFirst);
  const hasIndex = memories.some((memory) => memory.inIndex);
  const names = columnWidth(
    all.map(({ name }) => sanitize(name)),
    Math.min(36, Math.floor(out.width * 0.4)),
  );
  const ages = columnWidth(
    all.map((memory) => ageWords(memory.ageDays)),
    16,
  );
  if (plain) {
    out.line(`  ${out.paint('cyan', t('Notes'))}  ${memories.length}`);
    for (const memory of memories) out.line(memoryLine(cli, memory, { names, ages, hasIndex }));
  }
  for (const level of plain ? [] : LEVELS) {
    const ofLevel = memories.filter((memory) => memory.level === level);
    if (ofLevel.length === 0) continue;
    out.line(`  ${out.paint('cyan', LEVEL_NAMES[level])}  ${ofLevel.length}`);
    for (const type of [...new Set(ofLevel.map((memory) => memory.type))].sort()) {
      const ofType = ofLevel.filter((memory) => memory.type === type);
      out.line(`    ${sanitize(type)}  ${ofType.length}`);
      for (const memory of ofType) out.line(memoryLine(cli, memory, { names, ages, hasIndex }));
    }
  }
  if (logs.length === 0) return;
  out.line(`  ${out.paint('cyan', 'Daily logs')}  ${logs.length}`);
  for (const log of logs) out.line(memoryLine(cli, log, { names, ages, hasIndex }));
}

function memoryLine(
  { out }: Cli,
  memory: MemorySummary,
  { names, ages, hasIndex }: { names: number; ages: number; hasIndex: boolean },
): string {
  const start = `      ${pad(truncate(sanitize(memory.name), names), names)}  ${pad(ageWords(memory.ageDays), ages)}  `;
  const marks = marksOf(memory, hasIndex);
  const end = marks.length === 0 ? '' : `  [${marks.join(', ')}]`;
  const room = out.width - displayWidth(start) - displayWidth(end);
  return (
    start +
    (room < 1 ? '' : out.paint('dim', truncate(sanitize(memory.description), room))) +
    (end === '' ? '' : out.paint('yellow', end))
  );
}

function marksOf(memory: MemorySummary, hasIndex: boolean): string[] {
  const marks: string[] = [];
  if (memory.deleted) marks.push('forgotten');
  const log = isLog(memory);
  if (hasIndex && !memory.inIndex && !memory.deleted && !log) marks.push('not in index');
  if (memory.inIndex && !memory.loaded) marks.push('not loaded');
  if (memory.stale !== undefined && !log) marks.push('stale');
  if (memory.symlink) marks.push('link');
  return marks;
}
