import type { CommandShape, Flag, Value } from './command-shapes.js';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** Escapes the characters that are special in descriptions. */
const described = (text: string): string => text.replace(/[[\]:\\]/g, (character) => `\\${character}`);

const action = (value: Value): string =>
  value === 'file'
    ? '_files'
    : value === 'folder'
      ? '_path_files -/'
      : value === 'text'
        ? '()'
        : `(${value.join(' ')})`;

const flagSpec = ({ name, description, value, optional }: Flag): string =>
  quoted(
    `*${name}${value === undefined || optional ? '' : '='}[${described(description)}]${value === undefined ? '' : `${optional ? '::' : ':'}value:${action(value)}`}`,
  );

const functionOf = (path: string): string => `_memdir${path === '' ? '' : `_${path.replaceAll(' ', '_')}`}`;

function bodyOf({ path, flags, commands, args, endless }: CommandShape): string[] {
  const specs = [
    ...flags.map(flagSpec),
    ...(commands.length > 0
      ? [quoted('1:command:->command'), quoted('*::argument:->argument')]
      : args.map((value, at) => quoted(`${endless && at + 1 === args.length ? '*' : at + 1}:value:${action(value)}`))),
  ];
  const own = [
    `  _arguments -S${commands.length > 0 ? ' -C' : ''} \\`,
    ...specs.map((spec, at) => `    ${spec}${at + 1 < specs.length ? ' \\' : ''}`),
  ];
  if (commands.length === 0) return own;
  return [
    '  local curcontext="$curcontext" state line',
    '  local -a commands',
    ...own,
    '  case $state in',
    '    command)',
    `      commands=(${commands.map(({ name, description }) => quoted(`${name}:${described(description)}`)).join(' ')})`,
    "      _describe 'command' commands ;;",
    '    argument)',
    '      case $line[1] in',
    ...commands.map(({ name }) => `        ${name}) ${functionOf(`${path} ${name}`.trim())} ;;`),
    '      esac ;;',
    '  esac',
  ];
}

export function zsh(shapes: readonly CommandShape[]): string {
  return [
    '#compdef memdir',
    '# Completion of memdir for zsh. Put into a folder of $fpath as _memdir, or after compinit: source <(memdir completion zsh)',
    ...shapes.toReversed().flatMap((shape) => [`${functionOf(shape.path)}() {`, ...bodyOf(shape), '}']),
    'if [ "$funcstack[1]" = "_memdir" ]; then _memdir "$@"; else compdef _memdir memdir; fi',
    '',
  ].join('\n');
}
