/**
 * Masks and truncates an observation before it is written: secrets and recalled memories are removed, and its size is
 * bounded.
 */
import { withoutRecalled } from '../inject/recalled-text.js';
import { findSecrets, maskOf, maskSecrets } from '../secrets/secrets.js';
import type { Observation } from './observation.js';

/** UTF-16 units that are kept of each end of a long text; a shorter text is kept whole. */
const END_UNITS = 8_000;
/**
 * UTF-16 units of each end that are searched for secrets: more than are kept, so that no kept secret is cut in half.
 */
const MASKED_UNITS = 2 * END_UNITS;
/** Limits of one value: the number of texts, numbers and names in it, and the UTF-16 units of all of them. */
const MOST_VALUES = 2_000;
const MOST_UNITS = 200_000;
const DEEPEST = 12;

interface Budget {
  values: number;
  units: number;
}

/** The value with all texts and keys in it masked, cut to the limits of a queue line. */
export const maskValue = (value: unknown): unknown => masked(value, { values: MOST_VALUES, units: MOST_UNITS }, 0);

/** The observation as it may be written to disk. */
export function maskObservation({ session, cwd, tool, text, ...rest }: Observation): Observation {
  return {
    ...rest,
    ...(session === undefined ? {} : { session: maskText(session) }),
    ...(cwd === undefined ? {} : { cwd: maskText(cwd) }),
    ...(tool === undefined
      ? {}
      : {
          tool: {
            ...tool,
            name: maskText(tool.name),
            input: maskValue(tool.input),
            output: maskText(tool.output),
          },
        }),
    ...(text === undefined ? {} : { text: maskText(text) }),
  };
}

/** A long text is reduced to its beginning and its end: the last lines of a command show its outcome. */
export function maskText(text: string): string {
  const own = withoutRecalled(text);
  if (own.length <= 2 * MASKED_UNITS) {
    const safe = maskSecrets(own);
    return safe.length <= 2 * END_UNITS ? safe : joined(safe.slice(0, END_UNITS), safe.slice(-END_UNITS));
  }
  // A secret cut in half at the gap is not recognised, so nothing within that distance of the cut is kept.
  const head = maskSecrets(own.slice(0, MASKED_UNITS));
  const tail = maskSecrets(own.slice(-MASKED_UNITS));
  return joined(
    head.slice(0, Math.min(END_UNITS, Math.max(0, head.length - END_UNITS))),
    tail.slice(Math.max(END_UNITS, tail.length - END_UNITS)),
  );
}

const joined = (head: string, tail: string): string => `${head}\n[cut]\n${tail}`.toWellFormed();

function masked(value: unknown, room: Budget, depth: number): unknown {
  room.values--;
  if (typeof value === 'string') {
    const text = maskText(value);
    room.units -= text.length;
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST || room.values <= 0) return '[cut]';
  const enter = (each: unknown): unknown =>
    room.values > 0 && room.units > 0 ? masked(each, room, depth + 1) : '[cut]';
  if (isTexts(value)) return maskedWords(value.slice(0, MOST_VALUES)).map(enter);
  if (Array.isArray(value)) return value.slice(0, MOST_VALUES).map(enter);
  const named = nameOf(value);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_VALUES)
      .map(([key, each]) => [maskText(key), maskedEntry(key === 'value' ? named : key, each, enter)]),
  );
}

function maskedEntry(name: string, value: unknown, enter: (value: unknown) => unknown): unknown {
  if (!secretName(name)) return enter(value);
  if (typeof value === 'string') return maskNamed(name, value);
  return isTexts(value) ? value.slice(0, MOST_VALUES).map((one) => maskNamed(name, one)) : enter(value);
}

/** The name that an object gives its `value`: `{"name": "DB_PASSWORD", "value": "…"}`. */
function nameOf(value: object): string {
  const { name, key } = value as { readonly name?: unknown; readonly key?: unknown };
  return typeof name === 'string' ? name : typeof key === 'string' ? key : 'value';
}

/** Masks words of a command; a flag decides about the word after it. */
function maskedWords(words: readonly string[]): readonly string[] {
  if (words.reduce((sum, word) => sum + word.length + 1, 0) > MASKED_UNITS) return words;
  const found = findSecrets(words.join(' '), { includeAllowed: true });
  let at = 0;
  return words.map((word) => {
    const [start, end] = [at, at + word.length];
    at = end + 1;
    return found
      .filter((each) => each.start < end && start < each.end)
      .toReversed()
      .reduce(
        (masked, each) =>
          masked.slice(0, Math.max(0, each.start - start)) + maskOf(each.kind) + masked.slice(each.end - start),
        word,
      );
  });
}

/** Headers may have several values. */
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

/** Whether a key says that its value is a secret. */
const secretName = (key: string): boolean =>
  /pass(?:word|wd|phrase)|^pass$|^pw$|^pin$|pwd|mnemonic|seed[_-]?phrase|recovery[_-]?code|secret|token|api[_-]?key|private[_-]?key|credential|cookie|authorization/i.test(
    key,
  );

/** A value is checked together with its name: alone it may not look like a secret. */
function maskNamed(key: string, value: string): string {
  const name = `${key}: "`;
  const line = maskSecrets(`${name}${value.slice(0, MASKED_UNITS)}"`);
  return line.startsWith(name) ? maskText(line.slice(name.length, -1)) : '[masked]';
}
