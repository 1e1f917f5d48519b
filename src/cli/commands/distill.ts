import { Command } from 'commander';

import { t } from '../../core/l10n.js';
import type { PrintedDistillation } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize } from '../format.js';
import { readText } from '../input.js';

/** Printed instead of facts, for scripts. */
const NOTHING = 'NO_FACTUAL_CONTENT';

export const distillCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('distill')
      .description(t('show which impersonal, dated facts would be kept from a text; nothing is saved'))
      .argument('<text>', t('the text, or - for standard input')),
  ).action(async (argument: string, flags: CommonFlags) => {
    const text = await readText(argument, cli.terminal);
    await withMemdir(cli, flags, async (memdir) => {
      const distilled = await memdir.distill(text, cli.signal);
      const facts = distilled.status === 'facts' ? distilled.facts : [];
      const reason = distilled.status === 'nothing' ? { reason: distilled.reason } : {};
      const [first] = facts;
      const printed: PrintedDistillation = {
        status: distilled.status,
        ...(first === undefined ? {} : { text: facts.map((fact) => fact.text).join('\n'), type: first.type }),
        facts,
        engine: distilled.engine,
        ...reason,
      };
      if (flags.json) return cli.out.json(printed);
      for (const fact of facts) cli.out.line(`${cli.out.paint('dim', fact.type)}  ${sanitize(fact.text)}`);
      if (facts.length === 0) cli.out.line(NOTHING);
      cli.out.note(
        distilled.status === 'nothing'
          ? sanitize(distilled.reason)
          : t('Distilled by {engine}.', { engine: sanitize(distilled.engine) }),
      );
    });
  });
