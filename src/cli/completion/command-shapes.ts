/** Commands, flags and arguments for shell completion, derived from the commander definitions. */
import type { Argument, Command, Option } from 'commander';

import { t } from '../../core/l10n.js';
import { BUILT_IN_TYPES } from '../../core/memory-types.js';

/** Values of a flag or argument: a list of words, file names, folder names, or free text. */
export type Value = readonly string[] | 'file' | 'folder' | 'text';

export interface Flag {
  /** With its dashes. */
  readonly name: string;
  readonly description: string;
  /** Absent for a flag that takes none. */
  readonly value?: Value;
  /** Whether the value is optional. */
  readonly optional: boolean;
}

export interface CommandShape {
  /** Path of command names, separated by blanks; empty for the root. */
  readonly path: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** Its subcommands. */
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  /** Values of its arguments; the last is repeated when `endless`. */
  readonly args: readonly Value[];
  readonly endless: boolean;
}

const FOLDERS = ['--dir', '--data-dir', '--move'];
const helpFlag = (): Flag => ({ name: '--help', description: t('print help'), optional: false });

const valueOf = ({ long, argChoices }: Option): Value =>
  argChoices ?? (FOLDERS.includes(long ?? '') ? 'folder' : long === '--type' ? Object.keys(BUILT_IN_TYPES) : 'text');

const flagOf = (option: Option): Flag => ({
  name: option.long ?? option.short ?? '',
  description: option.description,
  optional: option.optional,
  ...(option.required || option.optional ? { value: valueOf(option) } : {}),
});

/** Values by argument name. Ids accept files, because a memory can be named by its file. */
const ARGUMENTS: Readonly<Record<string, Value>> = { file: 'file', targets: 'file', id: 'file', folder: 'folder' };

const argumentOf = (argument: Argument): Value => argument.argChoices ?? ARGUMENTS[argument.name()] ?? 'text';

/** The root and all commands, depth first. */
export function commandShapes(root: Command): CommandShape[] {
  const [program, ...commands] = below(root, []);
  if (program === undefined) return [];
  const help = { name: 'help', description: t('print help for a command') };
  const names = program.commands.map(({ name }) => name);
  return [
    { ...program, commands: [...program.commands, help] },
    ...commands,
    { path: help.name, description: help.description, flags: [], commands: [], args: [names], endless: false },
  ];
}

function below(command: Command, path: readonly string[]): CommandShape[] {
  const shape: CommandShape = {
    path: path.join(' '),
    description: command.description(),
    flags: [...command.options.filter(({ hidden }) => !hidden).map(flagOf), helpFlag()],
    commands: command.commands.map((sub) => ({ name: sub.name(), description: sub.description() })),
    args: command.registeredArguments.map(argumentOf),
    endless: command.registeredArguments.at(-1)?.variadic ?? false,
  };
  return [shape, ...command.commands.flatMap((sub) => below(sub, [...path, sub.name()]))];
}

/** Flags of all commands with a value as a separate argument. */
export const flagsWithValue = (shapes: readonly CommandShape[]): string[] => [
  ...new Set(
    shapes.flatMap(({ flags }) =>
      flags.filter(({ value, optional }) => value !== undefined && !optional).map(({ name }) => name),
    ),
  ),
];
