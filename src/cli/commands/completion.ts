import { Argument, Command } from 'commander';

import type { Cli } from '../cli.js';
import { commandShapes } from '../completion/command-shapes.js';
import { completionScript, type Shell, SHELLS } from '../completion/scripts.js';

export const completionCommand = (cli: Cli): Command =>
  new Command('completion')
    .description('a script that completes memdir in your shell; its first line says where to put it')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell, _flags: unknown, command: Command) => {
      if (command.parent) cli.out.line(completionScript(shell, commandShapes(command.parent)).trimEnd());
    });
