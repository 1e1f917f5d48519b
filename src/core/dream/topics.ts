/** Topics of daily logs: content under the same heading on several days, and lines that repeat on several days. */
import { isCurrentKnowledge } from '../file-kinds.js';
import { stemOf } from '../file-stem.js';
import { t, tPlural } from '../l10n.js';
import type { ParsedFile } from '../parsed-file.js';
import { isFiller } from '../similarity/stem-words.js';
import { truncate } from '../text.js';
import { composeMemory } from '../write/compose.js';
import { foldedName, freeName, slugOf, slugOfSentence, takenNames } from '../write/names.js';
import { styledMemories, styleOf } from '../write/writing-style.js';
import { appendLines } from './append-lines.js';
import type { DreamCandidate, DreamStore } from './apply-changes.js';
import { type LogLine, logLines } from './daily-logs.js';
import { summarizePaths } from './index-repairs.js';
import { StatementIndex, unitsOf } from './statement-coverage.js';
import { fromDailyLogs } from './written-texts.js';

/** Days on which a heading must appear, and days on which a line must appear. */
const DAYS_OF_HEADING = 2;
const DAYS_OF_LINE = 3;
/** Content words a line needs to be worth remembering: "Standup" has too few. */
const FEWEST_WORDS = 4;
const MOST_TOPICS = 10;
const MOST_LINES = 40;
const DESCRIPTION = 140;

/** Headings that structure a day and name no topic. */
const GENERIC_HEADING =
  /^(?:(?:daily )?(?:log|notes?|journal|summary|recap|standup|plan|review)|to-?do(?:s| list)?|tasks?|done|in progress|next(?: steps?)?|open(?: questions| items| points)?|questions|blockers?|blocked|progress|status|updates?|work(?: log)?|misc(?:ellaneous)?|other|highlights|meetings?|links|ideas|learnings?|decisions?|today|tomorrow|yesterday|morning|noon|afternoon|evening|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day|session(?: \d+)?|\W*\d[\d\W]*)$/i;

interface Topic {
  readonly title: string;
  readonly heading: boolean;
  /** Lines that no memory contains yet. */
  readonly lines: readonly LogLine[];
}

export function topicCandidates(store: DreamStore): DreamCandidate[] {
  const lines = logLines(store);
  if (lines.length === 0) return [];
  const said = new StatementIndex(
    [],
    [...store.files.values()].filter(isCurrentKnowledge).map(({ memory }) => memory.body),
  );
  const fresh = lines.filter(({ text }) => !unitsOf(text).every((unit) => said.covers(unit)));
  const repeats = repeatedLines(fresh, headingsOfSeveralDays(lines));
  const used = new Set(repeats.flatMap((topic) => topic.lines));
  const headed = byHeading(
    fresh.filter((line) => !used.has(line)),
    headingsOfSeveralDays(lines),
  );
  const taken = takenNames([...store.files.values()].map(({ memory }) => memory));
  return [...headed, ...repeats].slice(0, MOST_TOPICS).map((topic) => candidateOf(topic, store, taken));
}

const daysOf = (lines: readonly LogLine[]): string[] => [...new Set(lines.map(({ day }) => day))].sort();

const headingsOfSeveralDays = (lines: readonly LogLine[]): ReadonlySet<string> =>
  new Set(
    [...Map.groupBy(lines, ({ heading }) => headingKey(heading))].flatMap(([key, of]) =>
      key !== '' && daysOf(of).length >= DAYS_OF_HEADING ? [key] : [],
    ),
  );

const byHeading = (fresh: readonly LogLine[], headings: ReadonlySet<string>): Topic[] =>
  [...Map.groupBy(fresh, ({ heading }) => headingKey(heading))].flatMap(([key, lines]) =>
    headings.has(key) ? [{ title: lines[0]?.heading ?? '', heading: true, lines: lines.slice(0, MOST_LINES) }] : [],
  );

const headingKey = (heading: string | undefined): string =>
  heading === undefined || GENERIC_HEADING.test(heading) ? '' : slugOf(heading);

/** Lines that appear on several days, except those under one recurring heading: they belong to that topic. */
function repeatedLines(fresh: readonly LogLine[], headings: ReadonlySet<string>): Topic[] {
  return [...Map.groupBy(fresh, ({ key }) => key)].flatMap(([key, lines]) => {
    const [first, ...others] = [...new Set(lines.map(({ heading }) => headingKey(heading)))];
    const ofOne = others.length === 0 && first !== undefined && headings.has(first);
    const telling = key.split(' ').filter((word) => !isFiller(word)).length;
    return ofOne || telling < FEWEST_WORDS || daysOf(lines).length < DAYS_OF_LINE
      ? []
      : [{ title: lines.at(-1)?.text ?? '', heading: false, lines }];
  });
}

/** Each line once, with the days on which it appears. */
const bodyLines = (lines: readonly LogLine[]): string[] =>
  [...Map.groupBy(lines, ({ key }) => key).values()].map(
    (same) => `- ${same.at(-1)?.text ?? ''} (${daysOf(same).join(', ')})`,
  );

function candidateOf(topic: Topic, store: DreamStore, taken: Set<string>): DreamCandidate {
  const { title, lines, heading } = topic;
  const days = daysOf(lines);
  const sources = [...new Set(lines.map(({ path }) => path))];
  const reason = heading
    ? tPlural(
        days.length,
        'The daily logs mention “{title}” on several days; on 1 day they contain something that isn’t in any memory yet.',
        'The daily logs mention “{title}” on several days; on {n} days they contain something that isn’t in any memory yet.',
        { title: truncate(title, 60) },
      )
    : tPlural(
        days.length,
        'It appears in the daily log of 1 day, but in no memory yet.',
        'It appears in the daily logs of {n} days, but in no memory yet.',
      );
  const existing = heading ? memoryAbout(title, store) : undefined;
  if (existing !== undefined) {
    const before = existing.source.text;
    const after = appendLines(before, bodyLines(lines), {
      apart: !/^\s*[-*+] /.test(existing.memory.body.trimEnd().split('\n').at(-1) ?? ''),
    });
    return {
      kind: 'topic',
      by: 'rules',
      title: t('Add what the daily logs say to {path}', { path: existing.memory.path }),
      reason,
      sources: [...sources, existing.memory.path],
      changes: [{ do: 'text', path: existing.memory.path, before, after }],
    };
  }
  const style = styleOf(styledMemories(store.files.values()));
  const { path, name } = freeName(heading ? slugOf(title) : slugOfSentence(title), 'project', style, taken);
  taken.add(foldedName(name)).add(foldedName(stemOf(path)));
  const description = truncate(heading ? `${title}: ${lines[0]?.text ?? ''}` : title, DESCRIPTION);
  const body = `${heading ? `# ${title}\n\n` : ''}${bodyLines(lines).join('\n')}\n\n${fromDailyLogs(days)}`;
  const after = composeMemory(
    { name, description, type: 'project', repos: [], tags: [], dateMs: store.now, body },
    style,
    { exact: false },
  );
  return {
    kind: 'topic',
    by: 'rules',
    title: t('Remember “{title}” from {logs}', { title: truncate(title, 60), logs: summarizePaths(days) }),
    reason,
    sources,
    changes: [
      { do: 'text', path, before: undefined, after },
      ...(store.info.kind === 'agent' ? [] : [{ do: 'list', paths: [path] } as const]),
    ],
  };
}

/** An existing memory about the heading. */
function memoryAbout(heading: string, { files }: DreamStore): ParsedFile | undefined {
  const wanted = slugOf(heading);
  return [...files.values()].find(
    (file) =>
      isCurrentKnowledge(file) &&
      (foldedName(file.memory.name) === wanted || foldedName(stemOf(file.memory.path)) === wanted),
  );
}
