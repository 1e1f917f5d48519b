/** What git did to the history, and what it refused. Looking at it is nothing to keep. */
import { allMatches, brief, failure, firstMatch, listed, programOf, type Recogniser, type ToolFact } from './run.js';

/** `CONFLICT (content): Merge conflict in a`, and that in other languages: the file stands last. */
const CONFLICT =
  /^CONFLICT \([^)]*\): (?:Merge conflict in (\S+)|(\S+) (?:deleted|renamed))|^(?!CONFLICT )\p{Lu}{5,12} ?\([^)]{1,40}\) ?: .* (\S+)$/u;

const conflict: Recogniser = ({ command, lines, short }) => {
  const files = allMatches(lines, CONFLICT).map((match) => short(match[1] ?? match[2] ?? match[3] ?? ''));
  if (files.length === 0) return undefined;
  const [, step = 'merge', what = ''] =
    /\bgit (?:-\S+ \S+ )*(merge|rebase|cherry-pick|pull|revert|stash)\b(?: (?:-\S+ )*(?!-)([\w./-]+))?/.exec(command) ??
    [];
  return {
    text: `${{ merge: 'Merging', rebase: what === '' ? 'Rebasing' : 'Rebasing onto', 'cherry-pick': 'Cherry-picking', pull: 'Pulling', revert: 'Reverting', stash: 'Applying the stash' }[step] ?? 'Merging'}${what === '' || step === 'stash' ? '' : ` ${what}`} conflicted in ${listed(files, 3)}`,
    type: 'failure',
  };
};

/** `! [rejected] main -> main (non-fast-forward)`, `remote: error: GH006: Protected branch update failed` */
const refused: Recogniser = ({ command, lines }) => {
  if (!/\bgit (?:-\S+ \S+ )*push\b/.test(command)) return undefined;
  const rejected = firstMatch(lines, /^ ?! \[[^\]]{1,40}\]\s+(\S+) -> \S+ \((.+)\)/)?.match;
  const why = firstMatch(lines, /^remote: (?:error: )?(?!error: ?$|\s*$|To |Resolving|Compressing|Create a pull)(.*\S)/)
    ?.match[1];
  // Of several rules of a repository the first that was broken.
  const rule = firstMatch(lines, /^remote: - (.*\S)/)?.match[1];
  const said = why === undefined || rule === undefined ? why : `${why.replace(/[.:]$/, '')}: ${rule}`;
  if (rejected)
    return failure(
      `Pushing ${rejected[1] ?? ''} was rejected: ${brief(/declined|hook/.test(rejected[2] ?? '') && said !== undefined ? said : (rejected[2] ?? ''))}`,
    );
  const fatal = firstMatch(lines, /^(?:fatal|error): (.*)$/)?.match[1];
  return fatal === undefined ? undefined : { text: `\`git push\` failed: ${brief(fatal)}`, type: 'failure' };
};

/** What cannot be had from elsewhere, and what cannot be joined. What only stands in the way of a step now is nothing to keep. */
const unreachable: Recogniser = ({ command, lines, short }) => {
  const why = !/\bgit (?:-\S+ \S+ )*(?:clone|fetch|pull|submodule|lfs|merge)\b/.test(command)
    ? undefined
    : firstMatch(
        lines,
        /^(?:fatal|ERROR|remote): (?:ERROR: )?((?:Repository not found|repository '.+' not found|clone of .+ failed|refusing to merge unrelated histories|Authentication failed|couldn't find remote ref|The project you were looking for).*)$/,
      )?.match[1];
  return why === undefined
    ? undefined
    : failure(`${programOf(command)} failed: ${brief(why.replace(/(?<=submodule path ')[^']+/, short))}`);
};

/** Subjects of commits that say nothing of what was changed. */
const SAYS_NOTHING =
  /^(?:(?:wip|tmp|temp|fixup|squash|checkpoint|save|updates?|fix(?:es)?|changes?|stuff|misc|clean ?up|typos?|oops|test|minor|\.)[\s.!,:]*){1,3}$|^(?:fixup|squash|amend)! /i;

/** `[main 1a2b3c4] Message` and ` 3 files changed` */
const commit: Recogniser = ({ command, lines }) => {
  const found = firstMatch(lines, /^\[([^\]\s]+)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.*\S)/)?.match;
  if (!found) return undefined;
  const files = firstMatch(lines, /^ (\d+) \p{L}+(?: \p{L}+){1,3}(?:,|$)/u)?.match[1];
  const [, branch = '', hash = '', subject = ''] = found;
  const of = /^Revert "(.*)"$/.exec(subject)?.[1];
  const counted = files === undefined ? '' : `, ${files} ${files === '1' ? 'file' : 'files'}`;
  if (of !== undefined || /\bgit revert\b/.test(command))
    return {
      text: `Reverted "${brief(of ?? subject, 120)}" on ${branch} (commit ${hash}${counted})`,
      type: 'decision',
    };
  if (SAYS_NOTHING.test(subject)) return undefined;
  return { text: `Committed "${brief(subject, 120)}" on ${branch} (commit ${hash}${counted})`, type: 'context' };
};

const step: Recogniser = ({ command, output, lines, failed }) => {
  if (failed === true || firstMatch(lines, /^(?:fatal|error):/) !== undefined) return undefined;
  const tag = /\bgit tag (?:-[asfm] )*(?:-m (?:"[^"]*"|'[^']*') )?([vV]?\d[\w.+-]*|[\w-]+@?\d[\w.+-]*)/.exec(
    command,
  )?.[1];
  if (tag !== undefined && !/\bgit tag (?:-d|-l|--list|--delete)/.test(command))
    return { text: `Tagged ${tag}`, type: 'project' };
  const merged = /\bgit merge (?:--\S+ )*([\w./-]+)/.exec(command)?.[1];
  if (merged !== undefined && /Merge made by|Fast-forward/.test(output))
    return { text: `Merged ${merged}${/Fast-forward/.test(output) ? ' (fast-forward)' : ''}`, type: 'context' };
  const branch = firstMatch(lines, /^Deleted branch (\S+) \(was ([0-9a-f]+)\)/)?.match;
  if (branch) return { text: `Deleted branch ${branch[1] ?? ''} (was ${branch[2] ?? ''})`, type: 'context' };
  const reset = firstMatch(lines, /^HEAD is now at ([0-9a-f]{7,40}) (.*)$/)?.match;
  return reset && /\bgit reset\b.*--hard/.test(command)
    ? { text: `Reset to commit ${reset[1] ?? ''} "${brief(reset[2] ?? '', 120)}"`, type: 'context' }
    : undefined;
};

/** `git` is asked first whether it is git at all. */
export const gitStep: Recogniser = (run): ToolFact | undefined =>
  /\bgit\b/.test(run.command)
    ? (conflict(run) ?? refused(run) ?? unreachable(run) ?? commit(run) ?? step(run))
    : undefined;
