import { ageDays, ageWords } from '../age.js';
import { t } from '../l10n.js';
import type { ParsedStore } from '../parsed-store.js';
import { repeatedLines } from '../similarity/repeated-lines.js';
import { agentFormOf, isPlain } from '../stores/agent-forms.js';
import { firstLine, wholeLine } from '../text-edits.js';
import type { Finding, StoreRule } from './rule.js';

/** Two memories, or lines of two plain notes, say nearly the same; reported on the older one. */
export const nearDuplicate: StoreRule = {
  code: 'near-duplicate',
  severity: 'info',
  on: 'store',
  *check(store, only) {
    const { facts, files, info, now } = store;
    if (isPlain(info)) {
      yield* linesOfNotes(store, only);
      yield* linesOfScopes(store, only);
    }
    for (const { kind, newer, older, similarity } of facts.relations ?? []) {
      const [file, other] = [files.get(older), files.get(newer)];
      if (kind !== 'duplicate' || file === undefined || other === undefined || (only !== undefined && only !== older))
        continue;
      const args = { newer, age: ageWords(ageDays(other.memory, now)) };
      yield {
        path: older,
        range: firstLine(file.lines),
        message:
          similarity === 1
            ? t(
                'Same text as {newer}, written {age}. Claude Code reads both and may correct only one. Delete one of them.',
                args,
              )
            : t(
                'Nearly the same text as {newer}, written {age}. Claude Code reads both and may correct only one. Keep what is correct in one and delete the other.',
                args,
              ),
        related: [{ path: newer, range: firstLine(other.lines), message: t('Newer memory') }],
      };
    }
  },
};

/** A note has a fact on each line. Notes that are near-duplicates as a whole are reported as such. */
function* linesOfNotes({ facts, files }: ParsedStore, only: string | undefined): Iterable<Finding> {
  const whole = new Set(
    (facts.relations ?? []).flatMap(({ kind, older, newer }) => (kind === 'duplicate' ? [`${older}\n${newer}`] : [])),
  );
  for (const { older, newer } of repeatedLines(files)) {
    const [file, other] = [files.get(older.path), files.get(newer.path)];
    if (file === undefined || other === undefined || (only !== undefined && only !== older.path)) continue;
    if (whole.has(`${older.path}\n${newer.path}`)) continue;
    yield {
      path: older.path,
      range: wholeLine(file.lines, older.line),
      message: t('Also in {newer}, line {line}. When it changes, update both or delete one.', {
        newer: newer.path,
        line: newer.line + 1,
      }),
      related: [{ path: newer.path, range: wholeLine(other.lines, newer.line), message: t('Newer memory') }],
    };
  }
}

/** What the same agent notes for the user and for a repository is read twice there. */
function* linesOfScopes({ facts, info }: ParsedStore, only: string | undefined): Iterable<Finding> {
  for (const { path, range, agent, other } of facts.shared ?? [])
    if (agent === agentFormOf(info).name && (only === undefined || only === path))
      yield {
        path,
        range,
        message: t('Also in {other}. When it changes, update both or delete one.', { other }),
      };
}
