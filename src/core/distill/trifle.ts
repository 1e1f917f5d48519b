/** What is no memory whatever it is about; apart from the other rules because every door asks it. */

import { isCourtesy } from './courtesy.js';

/** UTF-16 units. */
const LEAST_UNITS = 20;
export const MOST_UNITS = 8_000;

/** One character again and again. */
const MONOTONE = /^(\S)(?:\s*\1)*$/u;

/** Two for each: these scripts say in one character what others say in several. */
const WIDE = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/** Why a text is no memory, whatever it is about: it is too short, too long, one character again and again, or small talk. A sentence for people. */
export function trifle(text: string, most: number = MOST_UNITS): string | undefined {
  const plain = text.trim();
  if (plain.length + (plain.match(WIDE)?.length ?? 0) < LEAST_UNITS)
    return `It is shorter than ${LEAST_UNITS} characters.`;
  if (plain.length > most) return `It is longer than ${most} characters.`;
  if (MONOTONE.test(plain)) return 'It is one character again and again.';
  return isCourtesy(plain) ? 'It is small talk.' : undefined;
}
