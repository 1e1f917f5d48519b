/** Files that a shell command line writes, as far as its words show. */

/**
 * Files or folders in the order of the command, relative to the folder it changed to. `~` and `$HOME` stay as they are.
 */
export function shellWrites(command: string): string[] {
  const found: string[] = [];
  let folder = '';
  for (const segment of withoutHereDocuments(command.slice(0, 20_000)).split(/&&|\|\||[;|\n]/)) {
    const words = wordsOf(
      segment
        .replace(/\d?>{1,2}\s*&\d?/g, ' ')
        .replace(/\d?&?>{1,2}\|?/g, ' > ')
        .replaceAll('<', ' < '),
    );
    const [program = '', ...rest] = words.filter(
      (word, at) => !/^(?:[<>]|\w+=.*)$/.test(word) && !/^[<>]$/.test(words[at - 1] ?? ''),
    );
    if (program === 'cd') folder = joined(folder, rest[0] ?? '');
    for (const file of [...words.filter((_, at) => words[at - 1] === '>'), ...targetsOf(program, rest)])
      found.push(joined(folder, file));
  }
  return found.filter((file) => file !== '' && file !== '/dev/null');
}

function targetsOf(program: string, words: readonly string[]): readonly string[] {
  const files = words.filter((word) => !word.startsWith('-'));
  switch (program) {
    case 'tee':
    case 'touch':
      return files;
    case 'cp':
    case 'mv':
    case 'install':
    case 'rsync':
      return files.slice(-1);
    case 'sed':
    case 'perl':
      return words.some((word) => /^-\w*i/.test(word)) ? files.slice(-1) : [];
    default:
      return [];
  }
}

/** Absolute paths and home paths stay; others are joined to the folder. */
const joined = (folder: string, path: string): string =>
  folder === '' || /^(?:[/~]|\$\{?HOME\b|[A-Za-z]:)/.test(path) || path === ''
    ? path
    : `${folder.replace(/\/$/, '')}/${path}`;

/** Words as a shell splits them, without quotes. */
const wordsOf = (segment: string): string[] =>
  [...segment.matchAll(/(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/g)].map(([word]) =>
    word.replace(
      /"([^"]*)"|'([^']*)'|\\(.)/g,
      (_all, double?: string, single?: string, one?: string) => double ?? single ?? one ?? '',
    ),
  );

/** The lines between `<<EOF` and `EOF` are text. */
function withoutHereDocuments(command: string): string {
  const lines: string[] = [];
  let end: string | undefined;
  for (const line of command.split('\n')) {
    if (end !== undefined) {
      if (line.trim() === end) end = undefined;
      continue;
    }
    const mark = /<<-?\s*(["']?)(\w+)\1/.exec(line);
    lines.push(mark === null ? line : line.replace(mark[0], ' '));
    end = mark?.[2];
  }
  return lines.join('\n');
}
