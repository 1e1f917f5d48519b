import { Command } from 'commander';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { HealthCheck } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, dataDirOf, withMemdir } from '../cli.js';
import { columnWidth, pad, sanitize } from '../format.js';

interface DoctorFlags extends CommonFlags {
  readonly stop?: boolean;
}

export const doctorCommand = (cli: Cli): Command =>
  addCommonFlags(new Command('doctor').description(t('check what works, what doesn’t, and how to fix it')))
    .option('--stop', t('end the background process first'))
    .action(async (flags: DoctorFlags) => {
      if (flags.stop) await stop(cli, flags);
      const checks = await check(cli, flags);
      if (flags.json) cli.out.json(checks);
      else printChecks(cli, checks);
    });

async function stop({ background, out, terminal }: Cli, flags: DoctorFlags): Promise<void> {
  const { dataDir } = dataDirOf({ ...flags, dir: [] }, terminal);
  const stopped = await background?.stop(dataDir);
  out.note(stopped === 'ended' ? t('The background process ended.') : t('No background process is running.'));
}

/** A failure to open Memdir is a failed check, not an error of this command. */
async function check(cli: Cli, flags: CommonFlags): Promise<readonly HealthCheck[]> {
  try {
    return await withMemdir(cli, flags, (memdir) => memdir.doctor(), { mayBeMissing: true });
  } catch (error) {
    return [
      {
        check: t('Start'),
        ok: false,
        detail: messageOf(error),
        fix: t('Reinstall Memdir for this platform, with the Node version that runs it.'),
      },
    ];
  }
}

function printChecks({ out }: Cli, checks: readonly HealthCheck[]): void {
  const names = columnWidth(
    checks.map((one) => sanitize(one.check)),
    50,
  );
  for (const { check: name, ok, detail, fix } of checks) {
    out.line(
      `${ok ? out.paint('green', 'ok  ') : out.paint('red', 'FAIL')}  ${pad(sanitize(name), names)}  ${sanitize(detail)}`,
    );
    if (fix !== undefined && !ok) out.line(`      ${' '.repeat(names)}  ${out.paint('yellow', sanitize(fix))}`);
  }
}
