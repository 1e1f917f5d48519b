import { t } from '../../core/l10n.js';
import { type CommandShape, type Flag, flagsWithValue, type Value } from './command-shapes.js';

const quoted = (text: string): string => `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;

/** Options of `complete` for a value. */
const offer = (value: Value): string =>
  value === 'file'
    ? ' -F'
    : value === 'folder'
      ? " -f -a '(__fish_complete_directories)'"
      : value === 'text'
        ? ' -f'
        : ` -f -a ${quoted(value.join(' '))}`;

function flagLine(path: string, { name, description, value, optional }: Flag): string {
  const takes = value === undefined || optional ? '' : ` -r${offer(value)}`;
  return `complete -c memdir -n ${quoted(`__memdir_at ${quoted(path)}`)} -l ${name.replace(/^-+/, '')}${takes} -d ${quoted(description)}`;
}

function linesOf({ path, flags, commands, args, endless }: CommandShape): string[] {
  const at = (place: string): string => quoted(`__memdir_at ${quoted(path)}${place === '' ? '' : ` ${place}`}`);
  return [
    ...commands.map(
      ({ name, description }) => `complete -c memdir -n ${at('0')} -f -a ${name} -d ${quoted(description)}`,
    ),
    ...args.map(
      (value, index) =>
        `complete -c memdir -n ${at(endless && index + 1 === args.length ? t('{n} more', { n: index }) : String(index))}${offer(value)}`,
    ),
    ...flags.map((flag) => flagLine(path, flag)),
  ];
}

export function fish(shapes: readonly CommandShape[]): string {
  const paths = shapes.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return [
    '# Completion of memdir for fish: memdir completion fish > ~/.config/fish/completions/memdir.fish',
    'complete -c memdir -e',
    'complete -c memdir -f',
    '# Whether the command before the cursor is this one, and the argument that comes next the one of this number (or a later one).',
    'function __memdir_at',
    '  set -l path',
    '  set -l count 0',
    '  set -l skip 0',
    '  for word in (commandline -opc)[2..-1]',
    '    if test $skip = 1; set skip 0; continue; end',
    '    switch $word',
    `      case ${flagsWithValue(shapes).join(' ')}; set skip 1`,
    "      case '-*'",
    "      case '*'",
    `        if contains -- (string join ' ' $path $word) ${paths.join(' ')}`,
    '          set path $path $word',
    '        else',
    '          set count (math $count + 1)',
    '        end',
    '    end',
    '  end',
    '  test (string join \' \' $path | string collect; or echo) = "$argv[1]"; or return 1',
    '  test (count $argv) -lt 2; and return 0',
    '  test $count -eq $argv[2]; or test (count $argv) -gt 2 -a $count -gt $argv[2]',
    'end',
    ...shapes.flatMap(linesOf),
    '',
  ].join('\n');
}
