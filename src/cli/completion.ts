/** What shells complete, read off the commands themselves, and the four scripts that tell them. */
import type { Command, Option } from 'commander';

interface Flag {
  readonly name: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly values: readonly string[];
}

interface Shape {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** Words that may follow: subcommands, or values of the first argument. */
  readonly words: readonly string[];
}

const FOLDERS = ['--dir', '--data-dir'];

const flagOf = (option: Option): Flag => ({ name: option.long ?? option.short ?? '', description: option.description, takesValue: option.required || option.optional, values: option.argChoices ?? [] });

/** Commands of a program in their order. */
export function shapesOf(root: Command): Shape[] {
  return root.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    flags: [...command.options, ...command.commands.flatMap(({ options }) => options)].map(flagOf).filter((flag, at, all) => all.findIndex(({ name }) => name === flag.name) === at),
    words: [...command.commands.map((sub) => sub.name()), ...(command.registeredArguments[0]?.argChoices ?? [])],
  }));
}

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

export const completionScript = (shell: Shell, shapes: readonly Shape[]): string => SCRIPTS[shell](shapes);

const SCRIPTS: Readonly<Record<Shell, (shapes: readonly Shape[]) => string>> = { bash, zsh, fish, powershell };

function bash(shapes: readonly Shape[]): string {
  const values = shapes.flatMap(({ name, flags }) => flags.filter((flag) => flag.values.length > 0).map((flag) => `    '${name} ${flag.name}') COMPREPLY=($(compgen -W '${flag.values.join(' ')}' -- "$cur")); return ;;`));
  const commands = shapes.map(({ name, flags, words }) => `    ${name}) flags='${flags.map((flag) => flag.name).join(' ')}'; words='${words.join(' ')}' ;;`);
  return [
    '# Completion of memdir for bash. Put into ~/.bashrc: source <(memdir completion bash)',
    '_memdir() {',
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" command="" flags="" words="" i',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    if [[ "${COMP_WORDS[i]}" != -* ]]; then command="${COMP_WORDS[i]}"; break; fi',
    '  done',
    '  case "$prev" in',
    `    ${FOLDERS.join('|')}) COMPREPLY=($(compgen -d -- "$cur")); return ;;`,
    '  esac',
    '  case "$command $prev" in',
    ...values,
    '  esac',
    '  case "$command" in',
    `    '') words='${shapes.map(({ name }) => name).join(' ')}'; flags='--help --version' ;;`,
    ...commands,
    '  esac',
    '  if [[ "$cur" == -* ]]; then words="$flags --help"; fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '}',
    'complete -o default -F _memdir memdir',
    '',
  ].join('\n');
}

/** A text between single quotes of a POSIX shell, with what zsh reads in descriptions taken for itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const described = (text: string): string => text.replace(/[[\]:\\]/g, (character) => `\\${character}`);

function zsh(shapes: readonly Shape[]): string {
  const argument = ({ name, takesValue, values }: Flag): string => (!takesValue ? '' : values.length > 0 ? `:value:(${values.join(' ')})` : FOLDERS.includes(name) ? ':folder:_files -/' : ':value:');
  const commands = shapes.map(({ name, flags, words }) => [
    `        ${name})`,
    '          _arguments -S \\',
    ...flags.map((flag) => `            ${quoted(`*${flag.name}[${described(flag.description)}]${argument(flag)}`)} \\`),
    `            ${words.length > 0 ? quoted(`1:word:(${words.join(' ')})`) : quoted('*:file:_files')} ;;`,
  ].join('\n'));
  return [
    '#compdef memdir',
    '# Completion of memdir for zsh. Put into a folder of $fpath as _memdir, or: source <(memdir completion zsh)',
    '_memdir() {',
    '  local curcontext="$curcontext" state line',
    "  _arguments -C '1:command:->command' '*::argument:->argument'",
    '  case $state in',
    '    command)',
    '      local -a commands',
    `      commands=(${shapes.map(({ name, description }) => quoted(`${name}:${described(description)}`)).join(' ')})`,
    "      _describe 'command' commands ;;",
    '    argument)',
    '      case $line[1] in',
    ...commands,
    '      esac ;;',
    '  esac',
    '}',
    'if [ "$funcstack[1]" = "_memdir" ]; then _memdir "$@"; else compdef _memdir memdir; fi',
    '',
  ].join('\n');
}

function fish(shapes: readonly Shape[]): string {
  const text = (value: string): string => `'${value.replace(/[\\']/g, (character) => `\\${character}`)}'`;
  const lines = shapes.flatMap(({ name, description, flags, words }) => [
    `complete -c memdir -n __fish_use_subcommand -f -a ${name} -d ${text(description)}`,
    ...(words.length > 0 ? [`complete -c memdir -n '__fish_seen_subcommand_from ${name}' -f -a ${text(words.join(' '))}`] : []),
    ...flags.map((flag) => {
      const value = !flag.takesValue ? '' : flag.values.length > 0 ? ` -x -a ${text(flag.values.join(' '))}` : FOLDERS.includes(flag.name) ? " -x -a '(__fish_complete_directories)'" : ' -r';
      return `complete -c memdir -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.replace(/^-+/, '')}${value} -d ${text(flag.description)}`;
    }),
  ]);
  return ['# Completion of memdir for fish: memdir completion fish > ~/.config/fish/completions/memdir.fish', ...lines, ''].join('\n');
}

function powershell(shapes: readonly Shape[]): string {
  const list = (words: readonly string[]): string => `@(${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')})`;
  const rows = shapes.map(({ name, flags, words }) => `    '${name}' = @{ flags = ${list(flags.map((flag) => flag.name))}; words = ${list(words)}; values = @{ ${flags.filter(({ values }) => values.length > 0).map((flag) => `'${flag.name}' = ${list(flag.values)}`).join('; ')} } }`);
  return [
    '# Completion of memdir for PowerShell. Put into $PROFILE: memdir completion powershell | Out-String | Invoke-Expression',
    'Register-ArgumentCompleter -Native -CommandName memdir -ScriptBlock {',
    '  param($wordToComplete, $commandAst, $cursorPosition)',
    '  $commands = [ordered]@{',
    ...rows,
    '  }',
    '  $given = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })',
    "  if ($wordToComplete -ne '' -and $given.Count -gt 0) { $given = @($given | Select-Object -SkipLast 1) }",
    "  $command = $given | Where-Object { $_ -notlike '-*' } | Select-Object -First 1",
    '  $previous = $given | Select-Object -Last 1',
    '  if (-not $command) { $offered = @($commands.Keys) }',
    '  elseif ($commands[$command].values[$previous]) { $offered = $commands[$command].values[$previous] }',
    "  elseif ($wordToComplete -like '-*') { $offered = $commands[$command].flags }",
    '  else { $offered = $commands[$command].words }',
    '  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }',
    '}',
    '',
  ].join('\n');
}
