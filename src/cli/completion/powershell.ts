import { type CommandShape, flagsWithValue, type Value } from './command-shapes.js';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const list = (words: readonly string[]): string => `@(${words.map(quoted).join(', ')})`;
/** File names are left to PowerShell, which offers and quotes them where the script has no completions. */
const words = (value: Value): readonly string[] => (typeof value === 'string' ? [] : value);

function row({ path, flags, commands, args, endless }: CommandShape): string {
  const places = commands.length > 0 ? [commands.map(({ name }) => name)] : args.map(words);
  const values = flags.flatMap(({ name, value }) =>
    value === undefined ? [] : [`${quoted(name)} = ${list(words(value))}`],
  );
  return `    ${quoted(path)} = @{ flags = ${list(flags.map(({ name }) => name))}; given = @{ ${values.join('; ')} }; places = @(${places.map((place) => `,${list(place)}`).join('; ')}); endless = $${endless} }`;
}

export function powershell(shapes: readonly CommandShape[]): string {
  return [
    '# Completion of memdir for PowerShell. Put into $PROFILE: memdir completion powershell | Out-String | Invoke-Expression',
    'Register-ArgumentCompleter -Native -CommandName memdir -ScriptBlock {',
    '  param($wordToComplete, $commandAst, $cursorPosition)',
    '  $commands = @{',
    ...shapes.map(row),
    '  }',
    `  $valued = ${list(flagsWithValue(shapes))}`,
    '  $given = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })',
    "  $path = ''",
    '  $count = 0',
    "  $previous = ''",
    '  foreach ($word in $given) {',
    '    $isValue = $valued -contains $previous',
    '    $previous = $word',
    "    if ($isValue) { $previous = '' }",
    "    elseif ($word -notlike '-*') {",
    '      $longer = "$path $word".Trim()',
    '      if ($commands.ContainsKey($longer)) { $path = $longer } else { $count++ }',
    '    }',
    '  }',
    '  $at = $commands[$path]',
    '  if ($at.given.ContainsKey($previous)) { $offered = $at.given[$previous] }',
    "  elseif ($wordToComplete -like '-*') { $offered = $at.flags }",
    '  else {',
    '    if ($at.endless) { $count = [Math]::Min($count, $at.places.Count - 1) }',
    '    $offered = if ($count -lt $at.places.Count) { $at.places[$count] } else { @() }',
    '  }',
    '  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }',
    '}',
    '',
  ].join('\n');
}
