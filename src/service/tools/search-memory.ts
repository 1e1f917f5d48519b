import { localDay } from '../../core/local-day.js';
import type { MemoryId } from '../../core/memory.js';
import type { SearchResult } from '../../core/results.js';
import { inline } from '../../core/safety/fence.js';
import type { InputOf, OutputOf } from '../../protocol/tool-schemas.js';
import { agentField, compactLine, optionalList, pastNote, roundedDays, steeringNote } from './compact-line.js';
import type { ToolContext, ToolOutcome } from './tool-context.js';

/** Milliseconds to wait for the model and for vectors of recent changes: an agent searches once, not at every keystroke. */
const PATIENCE_MS = 2_000;

export async function searchMemory(
  input: InputOf<'search_memory'>,
  { memdir, signal }: ToolContext,
): Promise<ToolOutcome<'search_memory'>> {
  const { query, top_k: limit, type, level, repo, agent_id: reader } = input;
  const filter = { ...(type && { type }), ...(level && { level }), ...(repo && { repo }), ...(reader && { reader }) };
  const result = await memdir.search({ query, limit, vectorTimeoutMs: PATIENCE_MS, countUse: true, ...filter }, signal);
  const references = await memdir.references(result.hits.map(({ id }) => id));
  return { text: textOf(result, references, Object.keys(filter).length > 0), structured: dataOf(result) };
}

function textOf(
  { hits, confidence, notice }: SearchResult,
  references: ReadonlyMap<MemoryId, string>,
  filtered: boolean,
): string {
  const notes = notice === undefined ? [] : [notice];
  if (hits.length === 0)
    return [
      'Nothing found.',
      ...(filtered ? ['Try again without filters.'] : ['Try other words, or see list_recent.']),
      ...notes,
    ].join(' ');
  const doubt =
    confidence === 'none'
      ? ['Probably none of these answers it:']
      : confidence === 'low'
        ? ['Not sure that these answer it:']
        : [];
  const warning = steeringNote(hits.map(({ snippet }) => snippet)) ?? '';
  return [
    warning,
    ...doubt,
    ...hits.map((hit) => compactLine(hit, references)),
    [pastNote(hits.map(({ ageDays }) => ageDays)), ...notes].join(' '),
  ]
    .filter((each) => each !== '')
    .join('\n');
}

const dataOf = ({ hits, confidence, mode, notice }: SearchResult): OutputOf<'search_memory'> => {
  const notices = [
    steeringNote(hits.map(({ snippet }) => snippet)),
    hits.length > 0 ? pastNote(hits.map(({ ageDays }) => ageDays)) : undefined,
    notice,
  ].filter((each) => each !== undefined);
  return {
    hits: hits.map(({ id, type, level, snippet, score, createdAt, ageDays, estTokens, repos, agentId, note }) => ({
      id,
      type: inline(type),
      level,
      snippet: inline(snippet),
      score: Math.round(score * 100) / 100,
      created: localDay(Date.parse(createdAt)),
      age_days: roundedDays(ageDays),
      est_tokens: estTokens,
      ...optionalList('repos', repos),
      ...agentField(agentId),
      ...(note === undefined ? {} : { note: inline(note) }),
    })),
    confidence,
    mode,
    ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
  };
};
