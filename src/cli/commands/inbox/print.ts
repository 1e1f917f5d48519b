/** Prints drafts, decisions and the results of a decision. */
import { stemOf } from '../../../core/file-stem.js';
import { t, tPlural } from '../../../core/l10n.js';
import { pathOfId } from '../../../core/memory.js';
import type { DecidedDraft, DecisionResult, Inbox, PendingDraft, PrintedDraft } from '../../../core/results.js';
import type { Cli } from '../../cli.js';
import { sanitize, sanitizeLines } from '../../format.js';

export const toPrintedDraft = ({ origin, ...draft }: PendingDraft): PrintedDraft => ({ ...draft, ...origin });

export function printInbox(cli: Cli, { drafts, unreadable }: Inbox, json: boolean): void {
  for (const { path, reason } of unreadable) cli.out.note(`${cli.out.shortPath(path)}: ${sanitize(reason)}`);
  if (json) return cli.out.json(drafts.map(toPrintedDraft));
  for (const draft of drafts) printDraft(cli, draft);
  cli.out.note(
    drafts.length === 0
      ? t('No pending drafts.')
      : tPlural(
          drafts.length,
          '1 draft. “memdir inbox accept ID” saves it, “reject ID” rejects it.',
          '{n} drafts. “memdir inbox accept ID” saves one, “reject ID” rejects it.',
        ),
  );
}

/** Printed when no draft of this folder waits. */
export function noteElsewhere({ out }: Cli, { drafts }: Inbox): void {
  if (drafts.length > 0)
    out.note(
      tPlural(
        drafts.length,
        '1 draft is pending in other projects: “memdir inbox --all” lists it.',
        '{n} drafts are pending in other projects: “memdir inbox --all” lists them.',
      ),
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
  if (updates !== undefined)
    out.line(`  ${t('Would replace “{name}”.', { name: sanitize(stemOf(pathOfId(updates))) })}`);
  for (const { name: other, contradicts, description } of related)
    out.line(
      `  ${out.paint('yellow', contradicts ? t('May contradict') : 'Related')}: ${sanitize(other)}: ${sanitize(description)}`,
    );
  for (const other of others)
    out.line(
      `  ${out.paint('yellow', other.how === 'contradicts' ? t('May contradict the draft') : t('Nearly the same as the draft'))} ${other.id}: ${sanitize(other.description)}`,
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
      ? t('Nothing to undo.')
      : tPlural(
          together,
          'Undo a decision with “memdir inbox undo ID”, the first one listed with “memdir inbox undo last”.',
          'Undo a decision with “memdir inbox undo ID”, the first {n}, which were made together, with “memdir inbox undo last”.',
        ),
  );
}

export function printDecisions(cli: Cli, results: readonly DecisionResult[], json: boolean): void {
  if (results.some(({ status }) => status === 'refused')) cli.exitCode = 1;
  if (json) return cli.out.json(results);
  if (results.length === 0) cli.out.note(t('There is nothing to do.'));
  for (const result of results) cli.out.line(sentenceOf(result, cli));
}

function sentenceOf({ id, status, memory = '', path, reason }: DecisionResult, { out }: Cli): string {
  const with_ = (sentence: string, ...more: readonly string[]): string =>
    [sentence, ...(reason === undefined ? [] : [sanitize(reason)]), ...more].join(' ');
  const undo = t('To undo: “memdir inbox undo {id}”.', { id });
  const place = path === undefined ? sanitize(memory) : out.shortPath(path);
  switch (status) {
    case 'saved':
      return with_(t('Saved {path}.', { path: place }), undo);
    case 'updated':
      return with_(t('Saved {path}; the previous version is kept.', { path: place }), undo);
    case 'duplicate':
      return path === undefined
        ? t('Not saved: “{name}” already says this.', { name: sanitize(stemOf(pathOfId(memory))) })
        : t('Not saved: “{name}” already says this ({path}).', {
            name: sanitize(stemOf(pathOfId(memory))),
            path: place,
          });
    case 'rejected':
      return with_(t('Rejected {id}.', { id }), undo);
    case 'reopened':
      return with_(t('{id} is pending again.', { id }));
    case 'refused':
      return with_(t('{id} was left unchanged.', { id }));
  }
}
