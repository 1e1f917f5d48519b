import { Command } from 'commander';

import { timeLeftWords } from '../../core/duration.js';
import type { IndexProgress, ServiceStatus } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { plural, sanitize } from '../format.js';

interface IndexFlags extends CommonFlags {
  readonly full?: boolean;
}

const PHASES: Readonly<Record<IndexProgress['phase'], string>> = { reading: 'Reading', embedding: 'Embedding' };

export const indexCommand = (cli: Cli): Command =>
  addCommonFlags(new Command('index').description('bring the index up to date'))
    .option('--full', 'read every file again')
    .action(async (flags: IndexFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const report = await memdir.index({ full: flags.full ?? false, embed: true }, progressTo(cli), cli.signal);
        cli.out.endProgress();
        if (flags.json) return cli.out.json(report);
        const { files, changed, removed, embedded, tookMs } = report;
        cli.out.line(
          `${plural(files, 'file')}: ${changed} changed, ${removed} removed, ${plural(embedded, 'text')} embedded, ${(tookMs / 1000).toFixed(1)} s`,
        );
        const limit = limitation(memdir.status());
        if (limit !== undefined) cli.out.note(sanitize(limit));
      });
    });

/** Why the index has no vectors, or a remark about the settings. */
function limitation(status: ServiceStatus): string | undefined {
  if (status.kind === 'keyword-only') return `Search goes by words only: ${status.reason}`;
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
    out.progress(`${PHASES[phase]} ${done} of ${total}${left}`);
  };
}
