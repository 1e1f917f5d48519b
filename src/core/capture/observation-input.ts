/** Input of `observe`: an observation before it has an id and a time. */
import { isObject } from '../json.js';

export interface ObservationInput {
  /** Text of the user. */
  readonly text?: string;
  /** A tool call. */
  readonly tool?: {
    readonly name: string;
    readonly input?: unknown;
    readonly output?: string;
    readonly failed?: boolean;
  };
  readonly session?: string;
  /** Absolute. */
  readonly cwd?: string;
  /** ISO 8601 with the offset of the clock. Absent: now. */
  readonly at?: string;
  /** BCP 47. Absent: the user's. */
  readonly locale?: string;
  /** Idempotency key: the same id is remembered once. Letters, digits and hyphens. */
  readonly id?: string;
}

/** Undefined for a value that is no observation: not an object, a field of a wrong type, or neither text nor tool. */
export function parseObservationInput(value: unknown): ObservationInput | undefined {
  if (!isObject(value)) return undefined;
  const { text, tool, session, cwd, at, locale, id } = value;
  if (![text, session, cwd, at, locale, id].every((one) => one === undefined || typeof one === 'string'))
    return undefined;
  if (at !== undefined && !isTime(at as string)) return undefined;
  if (id !== undefined && !/^[\w-]{8,64}$/.test(id as string)) return undefined;
  if (tool !== undefined && !isTool(tool)) return undefined;
  if (tool === undefined && (typeof text !== 'string' || text.trim() === '')) return undefined;
  const fields = Object.entries({ text, tool, session, cwd, at, locale, id }).filter(
    ([, one]) => one !== undefined && one !== '',
  );
  return Object.fromEntries(fields);
}

function isTool(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, output, failed } = value;
  return (
    typeof name === 'string' &&
    name !== '' &&
    (output === undefined || typeof output === 'string') &&
    (failed === undefined || typeof failed === 'boolean')
  );
}

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
