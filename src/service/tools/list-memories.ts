import { usesWords } from '../../core/age.js';
import type { MemoryId } from '../../core/memory.js';
import type { StaleMemory } from '../../core/results.js';
import { inline } from '../../core/safety/fence.js';
import { unlistedNote } from '../../core/stores/unlisted-note.js';
import type { InputOf } from '../../protocol/tool-schemas.js';
import {
  agentField,
  compactLine,
  optionalList,
  pastNote,
  roundedDays,
  snippetOf,
  steeringNote,
} from './compact-line.js';
import type { ToolContext, ToolOutcome } from './tool-context.js';

export async function listRecent(
  input: InputOf<'list_recent'>,
  { memdir }: ToolContext,
): Promise<ToolOutcome<'list_recent'>> {
  const { limit: recent, repo, tag, type, agent_id: reader } = input;
  const memories = await memdir.list({
    recent,
    repo,
    tag,
    type,
    reader,
  });
  const unlisted = unlistedNote(await memdir.countUnlisted());
  const filtered = Object.keys(input).some((key) => key !== 'limit');
  const references = await memdir.references(memories.map(({ id }) => id));
  const lines = memories.map((memory) => compactLine({ ...memory, snippet: snippetOf(memory) }, references));
  const warning = steeringNote(memories.map(snippetOf));
  const none = filtered ? 'No memory is like that. Try again without filters.' : 'There are no memories yet.';
  return {
    text:
      lines.length === 0
        ? none
        : [
            ...(warning === undefined ? [] : [warning]),
            ...lines,
            pastNote(memories.map(({ ageDays }) => ageDays)),
            ...(unlisted === undefined ? [] : [unlisted]),
          ].join('\n'),
    structured: {
      memories: memories.map((memory) => ({
        id: memory.id,
        type: inline(memory.type),
        level: memory.level,
        snippet: snippetOf(memory),
        ...(memory.ageDays === null ? { readable: false as const } : { age_days: roundedDays(memory.ageDays) }),
        ...optionalList('repos', memory.repos),
        ...agentField(memory.agentId),
      })),
    },
  };
}

export async function listStale(
  { limit, repo, agent_id: reader }: InputOf<'list_stale'>,
  { memdir }: ToolContext,
): Promise<ToolOutcome<'list_stale'>> {
  const found = await memdir.stale({ limit, repo, reader });
  const denying = found.flatMap(({ contradictedBy = [] }) => contradictedBy.map(({ id }) => id));
  const references = await memdir.references([...found.map(({ id }) => id), ...denying]);
  const lines = found.map((memory) => compactLine({ ...memory, note: staleNote(memory, references) }, references));
  return {
    text:
      lines.length === 0
        ? 'No memory is stale.'
        : [
            ...lines,
            `${pastNote([])} Verify each against the present state; then update_memory or forget what is no longer true, with the user’s consent.`,
          ].join('\n'),
    structured: {
      memories: found.map(({ id, type, snippet, ageDays, accessCount, survival, reasons, contradictedBy }) => ({
        id,
        type: inline(type),
        snippet: inline(snippet),
        age_days: roundedDays(ageDays),
        access_count: accessCount,
        survival_score: Math.round(survival * 1000) / 1000,
        reasons: reasons.map(({ text }) => inline(text)),
        ...optionalList('contradicted_by', contradictedBy?.map(({ id }) => id) ?? []),
      })),
    },
  };
}

const staleNote = (
  { accessCount, reasons, contradictedBy = [] }: StaleMemory,
  references: ReadonlyMap<MemoryId, string>,
): string =>
  [
    ...(contradictedBy.length === 0
      ? []
      : [`contradicted by ${contradictedBy.map(({ id }) => references.get(id) ?? id).join(', ')}`]),
    ...reasons.filter(({ sign }) => sign !== 'contradicted').map(({ text }) => text),
    usesWords(accessCount),
  ].join(', ');
