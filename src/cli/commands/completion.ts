import { Argument, Command } from 'commander';

import { t } from '../../core/l10n.js';
import type { Cli } from '../cli.js';
import { bash } from '../completion/bash.js';
import { type CommandShape, commandShapes } from '../completion/command-shapes.js';
import { fish } from '../completion/fish.js';
import { powershell } from '../completion/powershell.js';
import { zsh } from '../completion/zsh.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (shapes: readonly CommandShape[]) => string>> = { bash, zsh, fish, powershell };

export const completionCommand = (cli: Cli): Command =>
  new Command('completion')
    .description(t('print a completion script for your shell; its first line says where to put it'))
    .addArgument(new Argument('<shell>', t('the shell')).choices(SHELLS))
    .action((shell: Shell, _flags: unknown, command: Command) => {
      if (command.parent) cli.out.line(SCRIPTS[shell](commandShapes(command.parent)).trimEnd());
    });
