/** Checks what a language model answered about an observation. */
import { localDay, type Observation } from '../capture/observation.js';
import { factFaults, type FaultsOptions } from './fact-faults.js';
import { withDates } from './text/dates.js';
import type { Fact } from './text/text.js';

export interface CheckedFacts {
  readonly facts: readonly Fact[];
  /** What the model said that may not be kept, as the reasons why. */
  readonly refused: readonly string[];
}

/** The facts of an answer that fits the schema: relative dates made dates, and whatever a fact must not hold refused. */
export function checkedFacts(
  value: unknown,
  { at, locale }: Pick<Observation, 'at' | 'locale'>,
  options: FaultsOptions = {},
): CheckedFacts {
  const facts: Fact[] = [];
  const refused: string[] = [];
  const day = localDay(at);
  // It fits the schema: see ChatModel.ask.
  for (const { text, type, why, apply } of (value as { readonly facts: readonly Fact[] }).facts) {
    const dated = plain(text);
    const faults = factFaults(dated, options);
    if (faults.length === 0) facts.push({ text: dated, type, ...more('why', why), ...more('apply', apply) });
    else refused.push(`It ${faults.join(', ')}.`);
  }
  return { facts, refused };

  function plain(text: string): string {
    const line = text.replace(/\s+/g, ' ').trim();
    return day === undefined ? line : withDates(line, day, locale).text;
  }

  /** A reason that may not be kept is left out, and the fact stays. */
  function more(name: 'why' | 'apply', text: string | undefined): Pick<Fact, 'why' | 'apply'> {
    const line = plain(text ?? '');
    if (line === '') return {};
    const faults = factFaults(line, options);
    if (faults.length === 0) return { [name]: line };
    refused.push(`Its ${name === 'why' ? 'reason' : 'use'} ${faults.join(', ')}.`);
    return {};
  }
}
