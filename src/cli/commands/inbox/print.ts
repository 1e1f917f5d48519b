/** Prints drafts, decisions and the results of a decision. */
import { stemOf } from '../../../core/file-stem.js';
import { pathOfId } from '../../../core/memory.js';
import type { DecidedDraft, DecisionResult, Inbox, PendingDraft, PrintedDraft } from '../../../core/results.js';
import type { Cli } from '../../cli.js';
import { plural, sanitize, sanitizeLines } from '../../format.js';

export const toPrintedDraft = ({ origin, ...draft }: PendingDraft): PrintedDraft => ({ ...draft, ...origin });

export function printInbox(cli: Cli, { drafts, unreadable }: Inbox, json: boolean): void {
  for (const { path, reason } of unreadable) cli.out.note(`${cli.out.shortPath(path)}: ${sanitize(reason)}`);
  if (json) return cli.out.json(drafts.map(toPrintedDraft));
  for (const draft of drafts) printDraft(cli, draft);
  cli.out.note(
    drafts.length === 0
      ? 'Nothing waits for you.'
      : `${plural(drafts.length, 'draft')}. “memdir inbox accept ID” saves one, “reject ID” drops it.`,
  );
}

/** Printed when no draft of this folder waits. */
export function noteElsewhere({ out }: Cli, { drafts }: Inbox): void {
  if (drafts.length > 0)
    out.note(
      `${plural(drafts.length, 'draft')} of other projects ${drafts.length === 1 ? 'waits' : 'wait'}: “memdir inbox --all” lists ${drafts.length === 1 ? 'it' : 'them'}.`,
    );
}

export function printDraft(
  { out }: Cli,
  { id, name, type, body, origin, updates, related, others }: PendingDraft,
): void {
  out.line(`${out.paint('bold', id)}  ${out.paint('dim', type)}  ${sanitize(name)}`);
  out.line(
    sanitizeLines(body.trimEnd())
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n'),
  );
  out.line(
    out.paint(
      'dim',
      `  ${origin.source}, ${origin.engine}, ${origin.observedAt}${origin.cwd === undefined ? '' : `, ${out.shortPath(origin.cwd)}`}`,
    ),
  );
  if (updates !== undefined) out.line(`  It would take the place of “${sanitize(stemOf(pathOfId(updates)))}”.`);
  for (const { name: other, contradicts, description } of related)
    out.line(
      `  ${out.paint('yellow', contradicts ? 'May contradict' : 'Related')}: ${sanitize(other)}: ${sanitize(description)}`,
    );
  for (const other of others)
    out.line(
      `  ${out.paint('yellow', other.how === 'contradicts' ? 'May contradict the draft' : 'Says nearly the same as the draft')} ${other.id}: ${sanitize(other.description)}`,
    );
}

export function printDecided({ out }: Cli, decided: readonly DecidedDraft[], json: boolean): void {
  if (json) return out.json(decided);
  for (const { id, how, at, name, memory } of decided)
    out.line(
      `${out.paint('bold', id)}  ${at.slice(0, 16).replace('T', ' ')}  ${how.padEnd(10)}  ${sanitize(name)}${memory === undefined ? '' : out.paint('dim', `  ${sanitize(pathOfId(memory))}`)}`,
    );
  const together = decided.filter(({ act }) => act === decided[0]?.act).length;
  out.note(
    decided.length === 0
      ? 'Nothing was decided that could be taken back.'
      : `“memdir inbox undo ID” takes one back, “memdir inbox undo last” ${together === 1 ? 'the first one here' : `the first ${together}, which were decided together`}.`,
  );
}

export function printDecisions(cli: Cli, results: readonly DecisionResult[], json: boolean): void {
  if (results.some(({ status }) => status === 'refused')) cli.exitCode = 1;
  if (json) return cli.out.json(results);
  if (results.length === 0) cli.out.note('There is nothing to do.');
  for (const result of results) cli.out.line(sentenceOf(result, cli));
}

function sentenceOf({ id, status, memory = '', path, reason }: DecisionResult, { out }: Cli): string {
  const why = reason === undefined ? '' : ` ${sanitize(reason)}`;
  const place = path === undefined ? sanitize(memory) : out.shortPath(path);
  switch (status) {
    case 'saved':
      return `Saved ${place}.${why} “memdir inbox undo ${id}” takes it back.`;
    case 'updated':
      return `Saved ${place} in its place; the former one is kept.${why} “memdir inbox undo ${id}” takes it back.`;
    case 'duplicate':
      return `“${sanitize(stemOf(pathOfId(memory)))}” says it already${path === undefined ? '' : ` (${place})`}, so nothing was saved.`;
    case 'rejected':
      return `Dropped ${id}. “memdir inbox undo ${id}” brings it back.`;
    case 'reopened':
      return `${id} waits again.${why}`;
    case 'refused':
      return `${id} was left as it is.${why}`;
  }
}
