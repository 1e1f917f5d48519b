/** What a model finds in related memories and in the daily logs. Whatever becomes of it, what was found without it stands. */
import { throwIfAborted, messageOf } from '../../core/errors.js';
import { candidatesOf, questionAbout } from '../../core/dream/ask.js';
import type { Candidate, DreamStore } from '../../core/dream/change.js';
import { groupsOf } from '../../core/dream/groups.js';
import { takenNames } from '../../core/write/name.js';
import type { DreamParts } from './parts.js';

export interface Found {
  readonly candidates: readonly Candidate[];
  readonly notices: readonly string[];
}

export async function modelCandidates({ ports: { chat } }: DreamParts, store: DreamStore, signal?: AbortSignal): Promise<Found> {
  if (chat === undefined) return { candidates: [], notices: [] };
  const groups = groupsOf(store);
  const taken = takenNames([...store.files.values()].map(({ memory }) => memory));
  const candidates: Candidate[] = [];
  const failures: string[] = [];
  for (const group of groups) {
    throwIfAborted(signal);
    try {
      const { value } = await chat.ask(questionAbout(group), signal);
      const found = candidatesOf(value, group, store, taken);
      if (found === undefined) failures.push('its reply did not have the form that was asked for');
      else candidates.push(...found);
    } catch (error) {
      throwIfAborted(signal);
      failures.push(messageOf(error));
      // Who does not answer once is not asked again and again.
      if (failures.length >= MOST_FAILURES && candidates.length === 0) break;
    }
  }
  return { candidates, notices: noticeOf(chat.label, failures, groups.length) };
}

const MOST_FAILURES = 2;

function noticeOf(label: string, failures: readonly string[], asked: number): string[] {
  const [first] = failures;
  if (first === undefined) return [];
  const often = failures.length === 1 && asked === 1 ? '' : ` ${failures.length} of ${asked} times`;
  return [`${label} gave no usable answer${often}: ${first.replace(/\.$/, '')}. What was found without it stands.`];
}
