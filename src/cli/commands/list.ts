import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import { t, tPlural } from '../../core/l10n.js';
import { type Level, LEVEL_NAMES, LEVELS, type StoreInfo } from '../../core/memory.js';
import type { ListFilter, MemorySummary } from '../../core/results.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { teamMarks } from '../../core/team/provenance-words.js';
import {
  addCommonFlags,
  type Cli,
  type CommonFlags,
  levelOption,
  noteUnlisted,
  readerOption,
  wholeNumber,
  withMemdir,
} from '../cli.js';
import { columnWidth, displayWidth, pad, sanitize, truncate } from '../format.js';

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
  addCommonFlags(new Command('list').description(t('list memories by level and type')))
    .option('--type <type>', t('only this type'))
    .addOption(levelOption())
    .addOption(readerOption())
    .option('--repo <name>', t('only memories about this repository'))
    .option('--tag <tag>', t('only memories with this tag'))
    .option('--recent <n>', t('only the newest'), wholeNumber)
    .option('--deleted', t('only forgotten memories'))
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
  const none = narrowed ? t('No memories match these options.') : t('No memories here.');
  if (memories.length === 0)
    return out.line(
      stores.some((store) => store.exists)
        ? none
        : t('No memory directory here yet. “memdir roots” shows where one would be.'),
    );
  let first = true;
  for (const store of stores) {
    const own = memories.filter((memory) => memory.store === store.key);
    if (own.length === 0) continue;
    if (!first) out.line();
    first = false;
    const logs = own.filter(isLog);
    const counts = [
      ...(logs.length === own.length ? [] : [tPlural(own.length - logs.length, '1 memory', '{n} memories')]),
      ...(logs.length === 0 ? [] : [tPlural(logs.length, '1 daily log', '{n} daily logs')]),
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
  out.line(`  ${out.paint('cyan', t('Daily logs'))}  ${logs.length}`);
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
  if (memory.deleted) marks.push(t('forgotten'));
  const log = isLog(memory);
  if (hasIndex && !memory.inIndex && !memory.deleted && !log) marks.push(t('not in index'));
  if (memory.inIndex && !memory.loaded) marks.push(t('not loaded'));
  if (memory.stale !== undefined && !log) marks.push(t('stale'));
  if (memory.symlink) marks.push(t('link'));
  return [...marks, ...teamMarks(memory).map(sanitize)];
}
