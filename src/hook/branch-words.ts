import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** Branches whose names say nothing about the current work. */
const PLAIN = new Set(['main', 'master', 'develop', 'dev', 'trunk', 'head', 'staging', 'production', 'release']);
/** Prefixes of branch names. */
const KIND =
  /^(?:feat(?:ure)?s?|fix(?:es)?|bug(?:fix)?s?|hotfix|chore|task|docs?|refactor|tests?|user|users|wip|claude|copilot|cursor)$/i;

/** Words of the checked-out branch without prefix and ticket numbers; empty when it has none. */
export function branchWords(folder: string): string {
  const branch = /^ref: refs\/heads\/(.+)/.exec(headOf(folder) ?? '')?.[1]?.trim() ?? '';
  if (PLAIN.has(branch.toLowerCase())) return '';
  const parts = branch.split('/');
  const subject = parts.length > 1 && KIND.test(parts[0] ?? '') ? parts.slice(1) : parts;
  return subject
    .join(' ')
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^\d+$/.test(word))
    .join(' ');
}

/** Text of HEAD in the repository that contains a folder; undefined outside a repository. */
function headOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git');
    const head = read(join(git, 'HEAD')) ?? headOfLinked(at, read(git));
    if (head !== undefined) return head;
    if (dirname(at) === at) return undefined;
  }
}

/** HEAD of a linked worktree, whose `.git` is a file with the path of its folder. */
function headOfLinked(folder: string, link: string | undefined): string | undefined {
  const target = /^gitdir: (.+)/.exec(link ?? '')?.[1]?.trim();
  // A share of another machine is not looked for: that would log in there.
  return target === undefined || /^[\\/]{2}/.test(target)
    ? undefined
    : read(join(isAbsolute(target) ? target : resolve(folder, target), 'HEAD'));
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').slice(0, 4096);
  } catch {
    // Missing, or a folder: the caller tries the next path.
    return undefined;
  }
}
