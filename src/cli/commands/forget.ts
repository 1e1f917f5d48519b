import { Command } from 'commander';

import type { ForgetRequest } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { plural, sanitize } from '../format.js';
import { resolveReference } from '../input.js';

interface ForgetFlags extends CommonFlags {
  readonly agent?: string;
}

const AGENT = ['--agent <id>', 'only when it belongs to this agent'] as const;

const requestOf = async (cli: Cli, reference: string, { agent }: ForgetFlags): Promise<ForgetRequest> => ({
  id: await resolveReference(cli.cwd, reference),
  ...(agent === undefined ? {} : { agentId: agent, reader: agent }),
});

export const forgetCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('forget')
      .description('take a memory out of search and index; its file stays; exits 1 when that was refused')
      .argument('<id>', 'its id, path, name or file name'),
  )
    .option(...AGENT)
    .action(async (reference: string, flags: ForgetFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const result = await memdir.forget(await requestOf(cli, reference, flags));
        if (result.status !== 'forgotten') cli.exitCode = 1;
        if (flags.json) return cli.out.json(result);
        cli.out.line(
          result.status === 'forgotten'
            ? `Forgot ${cli.out.shortPath(result.path)}. “memdir restore ${sanitize(result.id)}” brings it back.`
            : 'Not forgotten.',
        );
        if (result.reason !== undefined) cli.out.line(sanitize(result.reason));
      });
    });

export const restoreCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('restore')
      .description('bring a forgotten or replaced memory back; exits 1 when that was refused')
      .argument('<id>', 'its id, path, name or file name'),
  )
    .option(...AGENT)
    .action(async (reference: string, flags: ForgetFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const result = await memdir.restore(await requestOf(cli, reference, flags));
        if (result.status !== 'restored') cli.exitCode = 1;
        if (flags.json) return cli.out.json(result);
        const gone = result.forgotten ?? [];
        cli.out.line(result.status === 'restored' ? `Restored ${cli.out.shortPath(result.path)}.` : 'Not restored.');
        if (gone.length > 0)
          cli.out.line(
            `${plural(gone.length, 'other version')} of it no longer ${gone.length === 1 ? 'holds' : 'hold'}: ${gone.map(sanitize).join(', ')}.`,
          );
        if (result.reason !== undefined) cli.out.line(sanitize(result.reason));
      });
    });
