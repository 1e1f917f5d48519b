import { Command } from 'commander';

import { t } from '../../core/l10n.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize } from '../format.js';
import { readText, resolveReference } from '../input.js';
import { authorOf, printInsist, printMasked, printRelated, printWords } from './remember.js';

interface UpdateFlags extends CommonFlags {
  readonly description?: string;
  readonly agent?: string;
  readonly raw?: boolean;
}

export const updateCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('update')
      .description(t('replace a memory with a new one; the old one is kept; exits 1 when that was refused'))
      .argument('<id>', t('ID, path, name or file name of the memory'))
      .argument('<text>', t('the new text, or - for standard input')),
  )
    .option('--description <text>', t('default: its first sentence'))
    .option('--agent <id>', t('the agent that writes it; only if the memory belongs to it'))
    .option('--raw', t('keep the text exactly as it is, however short; secrets are still masked'))
    .action(async (reference: string, argument: string, { description, agent, raw, ...flags }: UpdateFlags) => {
      const content = await readText(argument, cli.terminal);
      await withMemdir(cli, flags, async (memdir) => {
        const id = await resolveReference(cli.cwd, reference);
        const result = await memdir.update(
          {
            id,
            content,
            ...(description === undefined ? {} : { description }),
            ...(agent === undefined ? {} : { agentId: agent, reader: agent }),
            ...(raw ? { raw } : {}),
            author: authorOf(cli, agent),
          },
          cli.signal,
        );
        if (result.status !== 'updated') cli.exitCode = 1;
        if (flags.json) return cli.out.json(result);
        const { out } = cli;
        out.line(
          result.status === 'updated'
            ? t('Saved {path}; it replaces {old}.', {
                path: cli.out.shortPath(result.path),
                old: sanitize(result.superseded ?? ''),
              })
            : t('Not updated ({status}).', { status: result.status }),
        );
        if (result.reason !== undefined) out.line(sanitize(result.reason));
        printInsist(cli, result, agent);
        printMasked(out, result.redacted);
        printWords(out, result, result.id);
        printRelated(out, result.related);
      });
    });
