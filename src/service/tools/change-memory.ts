import { ageWords } from '../../core/age.js';
import type { RelatedMemory, WordReport } from '../../core/results.js';
import { inline } from '../../core/safety/fence.js';
import { wordSentences } from '../../core/write/word-report.js';
import type { InputOf } from '../../protocol/tool-schemas.js';
import { roundedDays } from './compact-line.js';
import type { ToolContext, ToolOutcome } from './tool-context.js';

export async function rememberMemory(
  input: InputOf<'remember'>,
  { memdir, signal }: ToolContext,
): Promise<ToolOutcome<'remember'>> {
  const { agent_id: agentId, ...memory } = input;
  const result = await memdir.remember({ ...memory, agentId, author: 'agent' }, signal);
  const { status, id, path, existing, related, reason, redacted, dates, reworded } = result;
  const words = { dates, reworded };
  const said: Readonly<Record<typeof status, string>> = {
    saved: `Saved as ${inline(id ?? '')}.`,
    duplicate: `Not saved: ${inline(existing ?? 'a memory')} says it already. If it no longer holds, use update_memory with that id.`,
    rejected: 'Not saved.',
    blocked: 'Not saved: it holds a secret that cannot be masked. Leave the secret out and call again.',
  };
  return {
    text: [said[status], ...extras({ reason, redacted, related, ...words })].join('\n'),
    structured: {
      status,
      redacted,
      id,
      path,
      existing,
      reason,
      ...relatedData(related),
      ...wordData(words),
    },
    refused: status === 'rejected' || status === 'blocked',
  };
}

export async function updateMemory(
  { id, content, agent_id: agentId }: InputOf<'update_memory'>,
  { memdir, signal }: ToolContext,
): Promise<ToolOutcome<'update_memory'>> {
  const result = await memdir.update({ id, content, agentId, reader: agentId, author: 'agent' }, signal);
  const { status, superseded, path, related, reason, redacted, dates, reworded } = result;
  const words = { dates, reworded };
  const said: Readonly<Record<typeof status, string>> = {
    updated: `Saved as ${inline(result.id)} in place of ${inline(superseded ?? '')}.`,
    rejected: `Not updated: ${inline(result.id)} stays as it is.`,
    blocked: 'Not updated: the new text holds a secret that cannot be masked. Leave the secret out and call again.',
  };
  return {
    text: [said[status], ...extras({ reason, redacted, related, ...words })].join('\n'),
    structured: {
      status,
      id: result.id,
      path,
      redacted,
      superseded_id: superseded,
      reason,
      ...relatedData(related),
      ...wordData(words),
    },
    refused: status !== 'updated',
  };
}

export async function forgetMemory(
  { id, agent_id: agentId }: InputOf<'forget'>,
  { memdir }: ToolContext,
): Promise<ToolOutcome<'forget'>> {
  const { status, id: forgotten, reason } = await memdir.forget({ id, agentId, reader: agentId });
  const said =
    status === 'forgotten'
      ? `Forgot ${inline(forgotten)}. The user can bring it back with “memdir restore ${inline(forgotten)}”.`
      : 'Not forgotten.';
  return {
    text: [said, ...extras({ reason })].join('\n'),
    structured: { status, id: forgotten, reason },
    refused: status !== 'forgotten',
  };
}

interface Extras extends Pick<{ readonly [K in keyof WordReport]: WordReport[K] | undefined }, 'dates' | 'reworded'> {
  readonly reason?: string | undefined;
  readonly redacted?: number;
  readonly related?: readonly RelatedMemory[] | undefined;
}

function extras({ reason, redacted = 0, related = [], ...words }: Extras): string[] {
  const near = related.map(
    ({ id, name, ageDays, contradicts }) =>
      `${inline(id)} “${inline(name)}”, ${ageWords(ageDays)}${contradicts ? ', says otherwise' : ''}`,
  );
  return [
    ...(reason === undefined ? [] : [inline(reason)]),
    ...(redacted > 0 ? [`${redacted} ${redacted === 1 ? 'secret was' : 'secrets were'} masked.`] : []),
    ...wordSentences(words).map(inline),
    ...(near.length === 0 ? [] : [`Close to it; check whether they contradict: ${near.join('; ')}.`]),
  ];
}

const wordData = ({ dates = [], reworded = [] }: Extras): { changed?: { before: string; after: string }[] } => {
  const changed = [
    ...dates.map(({ phrase, date }) => ({ before: phrase, after: date ?? 'said on this day' })),
    ...reworded,
  ].map(({ before, after }) => ({ before: inline(before), after: inline(after) }));
  return changed.length === 0 ? {} : { changed };
};

const relatedData = (
  related: readonly RelatedMemory[] = [],
): { related?: { id: string; name: string; age_days: number; contradicts: boolean }[] } =>
  related.length === 0
    ? {}
    : {
        related: related.map(({ id, name, ageDays, contradicts }) => ({
          id,
          name: inline(name),
          age_days: roundedDays(ageDays),
          contradicts,
        })),
      };
