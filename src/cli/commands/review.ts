import { Argument, Command, Option } from 'commander';

import { MemdirError } from '../../core/errors.js';
import { t, tPlural } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import type { ReviewDecision, ReviewItem, ReviewUndone } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, wholeNumber, withMemdir } from '../cli.js';
import { sanitize, shownId } from '../format.js';

interface ReviewFlags extends CommonFlags {
  readonly limit?: number;
  readonly stillTrue?: boolean;
  readonly forget?: boolean;
  readonly later?: number | true;
  readonly merge?: string;
  readonly supersede?: string;
  readonly undo?: string | true;
}

export const reviewCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('review').description(
      t('list memories to review, with the evidence; with an ID and an answer, apply it'),
    ),
  )
    .addArgument(new Argument('[id]', t('a memory in the review queue')))
    .option('--limit <n>', t('maximum number (default: all)'), wholeNumber)
    .addOption(answer('--still-true', t('still true: set its date to today')))
    .addOption(answer('--forget', t('remove it from search and MEMORY.md; it can be restored')))
    .addOption(answer('--later [days]', t('show it again in this many days (default: 7)')).argParser(wholeNumber))
    .addOption(answer('--merge <id>', t('add its text to this memory, which replaces it')))
    .addOption(answer('--supersede <id>', t('this memory replaces it')))
    .addOption(answer('--undo [record]', t('undo an answer, by the record that was printed')))
    .action(async (id: string | undefined, flags: ReviewFlags) => {
      const decision = decisionOf(flags);
      if ((decision !== undefined || flags.undo !== undefined) && id === undefined)
        throw new MemdirError('bad-input', t('Specify the memory: “memdir review ID --still-true”.'));
      await withMemdir(cli, flags, async (memdir) => {
        if (id !== undefined && flags.undo !== undefined) return await undo(cli, memdir, id, flags);
        if (id !== undefined && decision !== undefined) return await decide(cli, memdir, id, decision, flags);
        await list(cli, memdir, id, flags);
      });
    });

const ANSWERS = ['stillTrue', 'forget', 'later', 'merge', 'supersede', 'undo'];

/** An option that goes with no other answer. */
function answer(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.conflicts(ANSWERS.filter((name) => name !== option.attributeName()));
}

function decisionOf({ stillTrue, forget, later, merge, supersede }: ReviewFlags): ReviewDecision | undefined {
  if (stillTrue === true) return { do: 'still-true' };
  if (forget === true) return { do: 'forget' };
  if (later !== undefined) return { do: 'later', ...(later === true ? {} : { days: later }) };
  if (merge !== undefined) return { do: 'merge', other: merge };
  return supersede === undefined ? undefined : { do: 'supersede', other: supersede };
}

async function list(cli: Cli, memdir: Memdir, id: string | undefined, { json, limit }: ReviewFlags): Promise<void> {
  const { items, later } = await memdir.review({}, cli.signal);
  const shown = items.filter((item) => id === undefined || item.id === id || item.name === id).slice(0, limit);
  const { out } = cli;
  if (json) return out.json({ items: shown, later });
  shown.forEach((item, at) => print(out, item, t('{at} of {count}', { at: at + 1, count: shown.length })));
  if (shown.length === 0) out.line(t('No memories to review.'));
  if (later > 0) out.note(tPlural(later, '1 memory is postponed.', '{n} memories are postponed.'));
}

function print(out: Cli['out'], { id, name, type, updated, use, reasons }: ReviewItem, place: string): void {
  out.line(`${out.paint('bold', sanitize(name))}  ${out.paint('dim', place)}`);
  for (const { text, other } of reasons)
    out.line(
      `  ${out.paint('yellow', sanitize(text))}${other === undefined ? '' : out.paint('dim', `  ${shownId(other.id)}`)}`,
    );
  out.line(`  ${out.paint('dim', [...[type, updated, ...use].map(sanitize), shownId(id)].join(' · '))}`);
}

async function decide(
  { out, signal }: Cli,
  memdir: Memdir,
  id: string,
  decision: ReviewDecision,
  { json }: ReviewFlags,
): Promise<void> {
  const done = await memdir.reviewDecide(id, decision, signal);
  if (json) return out.json(done);
  out.line(sanitize(done.text));
  const record = done.undo.record === undefined ? '' : ` ${done.undo.record}`;
  out.note(t('Undo with: {command}', { command: `memdir review ${shownId(done.id)} --undo${record}` }));
}

async function undo({ out }: Cli, memdir: Memdir, id: string, { json, undo: record }: ReviewFlags): Promise<void> {
  await memdir.reviewUndo({ id, ...(typeof record === 'string' ? { record } : {}) });
  if (json) return out.json({ status: 'undone', id } satisfies ReviewUndone);
  out.line(t('Undone.'));
}
