import { Command } from 'commander';

import { timeLeftWords } from '../../core/duration.js';
import { t, tPlural } from '../../core/l10n.js';
import { decimal } from '../../core/numbers.js';
import type { IndexProgress, ServiceStatus } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize } from '../format.js';

interface IndexFlags extends CommonFlags {
  readonly full?: boolean;
}

const PHASES: Readonly<Record<IndexProgress['phase'], () => string>> = {
  reading: () => t('Reading'),
  embedding: () => t('Embedding'),
};

export const indexCommand = (cli: Cli): Command =>
  addCommonFlags(new Command('index').description(t('update the index')))
    .option('--full', t('read every file again'))
    .action(async (flags: IndexFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const report = await memdir.index({ full: flags.full ?? false, embed: true }, progressTo(cli), cli.signal);
        cli.out.endProgress();
        if (flags.json) return cli.out.json(report);
        const { files, changed, removed, embedded, tookMs } = report;
        cli.out.line(
          t('{files}: {changed} changed, {removed} removed, {vectors}, {seconds} s', {
            files: tPlural(files, '1 file', '{n} files'),
            changed,
            removed,
            vectors: tPlural(embedded, '1 new vector', '{n} new vectors'),
            seconds: decimal(tookMs / 1000, 1),
          }),
        );
        const limit = limitation(memdir.status());
        if (limit !== undefined) cli.out.note(sanitize(limit));
      });
    });

/** Why the index has no vectors, or a remark about the settings. */
function limitation(status: ServiceStatus): string | undefined {
  if (status.kind === 'keyword-only') return t('Keyword search only: {reason}', { reason: status.reason });
  return status.kind === 'ready' ? status.note : undefined;
}

/** Rewrites one line on a terminal; else prints a line for every quarter of a phase. */
function progressTo({ out }: Cli): (at: IndexProgress) => void {
  let last = '';
  return ({ phase, done, total, leftMs }) => {
    if (total === 0) return;
    const step = out.live ? `${phase} ${done}` : `${phase} ${Math.floor((done / total) * 4)}`;
    if (step === last) return;
    last = step;
    const left = leftMs === undefined ? '' : `. ${timeLeftWords(leftMs)}`;
    out.progress(`${t('{phase} {done} of {total}', { phase: PHASES[phase](), done, total })}${left}`);
  };
}
