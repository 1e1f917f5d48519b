/** What shells complete, read off the commands themselves. */
import type { Argument, Command, Option } from 'commander';

import { BUILT_IN_TYPES } from '../../core/memory-types.js';

/** What stands in a place: one of some words, the name of a file or folder, or something nobody can guess. */
export type Value = readonly string[] | 'file' | 'folder' | 'text';

export interface Flag {
  /** With its dashes. */
  readonly name: string;
  readonly description: string;
  /** Absent for a flag that takes none. */
  readonly value?: Value;
  /** Whether it may stand without its value. */
  readonly optional: boolean;
}

export interface CommandShape {
  /** Words that lead to it, blank between; empty for the program itself. */
  readonly path: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** Commands below it. */
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  /** What stands in each place after it; the last is repeated when `endless`. */
  readonly args: readonly Value[];
  readonly endless: boolean;
}

const FOLDERS = ['--dir', '--data-dir', '--move'];
const HELP: Flag = { name: '--help', description: 'print help', optional: false };

const valueOf = ({ long, argChoices }: Option): Value =>
  argChoices ?? (FOLDERS.includes(long ?? '') ? 'folder' : long === '--type' ? Object.keys(BUILT_IN_TYPES) : 'text');

const flagOf = (option: Option): Flag => ({
  name: option.long ?? option.short ?? '',
  description: option.description,
  optional: option.optional,
  ...(option.required || option.optional ? { value: valueOf(option) } : {}),
});

/** A memory is named by its file as well as by its id. */
const ARGUMENTS: Readonly<Record<string, Value>> = { file: 'file', targets: 'file', id: 'file', folder: 'folder' };

const argumentOf = (argument: Argument): Value => argument.argChoices ?? ARGUMENTS[argument.name()] ?? 'text';

/** The program and every command of it, in their order. */
export function commandShapes(root: Command): CommandShape[] {
  const [program, ...commands] = below(root, []);
  if (program === undefined) return [];
  const help = { name: 'help', description: 'print help of a command' };
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
    flags: [...command.options.map(flagOf), HELP],
    commands: command.commands.map((sub) => ({ name: sub.name(), description: sub.description() })),
    args: command.registeredArguments.map(argumentOf),
    endless: command.registeredArguments.at(-1)?.variadic ?? false,
  };
  return [shape, ...command.commands.flatMap((sub) => below(sub, [...path, sub.name()]))];
}

/** Flags whose next word is their value, of all commands. */
export const flagsWithValue = (shapes: readonly CommandShape[]): string[] => [
  ...new Set(
    shapes.flatMap(({ flags }) =>
      flags.filter(({ value, optional }) => value !== undefined && !optional).map(({ name }) => name),
    ),
  ),
];
