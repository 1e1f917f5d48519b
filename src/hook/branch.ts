import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** Branches that say nothing about the work at hand. */
const PLAIN = new Set(['main', 'master', 'develop', 'dev', 'trunk', 'head', 'staging', 'production', 'release']);
/** What stands before the subject of a branch. */
const KIND =
  /^(?:feat(?:ure)?s?|fix(?:es)?|bug(?:fix)?s?|hotfix|chore|task|docs?|refactor|tests?|user|users|wip|claude|copilot|cursor)$/i;

/** Words of the branch that is checked out in a folder, its kind and numbers of tickets left out; empty when it says nothing. */
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

/** Text of the HEAD of the repository that holds a folder; undefined outside one. */
function headOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git');
    const head = read(join(git, 'HEAD')) ?? headOfLinked(at, read(git));
    if (head !== undefined) return head;
    if (dirname(at) === at) return undefined;
  }
}

/** Of a worktree: its `.git` is a file that names a folder. */
function headOfLinked(folder: string, link: string | undefined): string | undefined {
  const target = /^gitdir: (.+)/.exec(link ?? '')?.[1]?.trim();
  return target === undefined ? undefined : read(join(isAbsolute(target) ? target : resolve(folder, target), 'HEAD'));
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').slice(0, 4096);
  } catch {
    // Not there, or a folder: the next place is looked at.
    return undefined;
  }
}
