import { Argument, Command } from 'commander';

import type { Cli } from '../cli.js';
import { completionScript, type Shell, SHELLS } from '../completion/scripts.js';
import { shapesOf } from '../completion/shapes.js';

export const completionCommand = (cli: Cli): Command =>
  new Command('completion')
    .description('a script that completes memdir in your shell; its first line says where to put it')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell, _flags: unknown, command: Command) => {
      if (command.parent) cli.out.line(completionScript(shell, shapesOf(command.parent)).trimEnd());
    });
