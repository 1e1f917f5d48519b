import { type CommandShape, flagsWithValue, type Value } from './command-shapes.js';

/** Words are names of commands and flags, which need no quoting. File names are left to readline, which quotes them. */
const offer = (value: Value): string =>
  value === 'file'
    ? 'return'
    : value === 'folder'
      ? '_memdir_only dirnames; return'
      : value === 'text'
        ? '_memdir_only; return'
        : `words='${value.join(' ')}'`;

function args({ args, endless, commands }: CommandShape): string {
  if (commands.length > 0) return `words='${commands.map(({ name }) => name).join(' ')}'`;
  const places = args.map((value, at) => `${at + 1 === args.length && endless ? '*' : at}) ${offer(value)} ;;`);
  return args.length === 0
    ? '_memdir_only; return'
    : `case $count in ${places.join(' ')}${endless ? '' : ' *) _memdir_only; return ;;'} esac`;
}

export function bash(shapes: readonly CommandShape[]): string {
  const paths = shapes.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const values = shapes.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) => (value === undefined ? [] : [`    '${path}|${name}') ${offer(value)} ;;`])),
  );
  return [
    '# Completion of memdir for bash. Put into ~/.bashrc: source <(memdir completion bash)',
    '# Nothing but what is named; before bash 4 names of files are offered too.',
    '_memdir_only() { compopt +o default ${1:+-o "$1"} 2>/dev/null; COMPREPLY=(); }',
    '_memdir() {',
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" path="" flags="" words="" word i count=0',
    '  COMPREPLY=()',
    '  # --flag=value comes as three words.',
    '  if [[ "$cur" == "=" ]]; then cur=""; elif [[ "$prev" == "=" ]]; then prev="${COMP_WORDS[COMP_CWORD-2]}"; fi',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    word="${COMP_WORDS[i]}"',
    '    case "$word" in',
    `      ${flagsWithValue(shapes).join('|')}) [[ "\${COMP_WORDS[i+1]}" == "=" ]] && ((i++)); ((i++)); continue ;;`,
    '      -*) continue ;;',
    '    esac',
    '    case "${path:+$path }$word" in',
    `      ${paths.join('|')}) path="\${path:+$path }$word" ;;`,
    '      *) ((++count)) ;;',
    '    esac',
    '  done',
    '  case "$path|$prev" in',
    ...values,
    '  esac',
    '  if [[ -z "$words" ]]; then',
    '    case "$path" in',
    ...shapes.map(
      (shape) =>
        `      '${shape.path}') if [[ "$cur" == -* ]]; then words='${shape.flags.map(({ name }) => name).join(' ')}'; else ${args(shape)}; fi ;;`,
    ),
    '    esac',
    '  fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '  [[ -n "$COMPREPLY" ]] || _memdir_only',
    '}',
    'complete -o default -F _memdir memdir',
    '',
  ].join('\n');
}
