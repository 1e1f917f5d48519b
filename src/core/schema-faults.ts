/** What a check of a value by its schema found, in words for people. */
import { t, tPlural } from './l10n.js';

/** As zod gives it, which has English for it only. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What it can have beside, by its code. */
interface Details {
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly inclusive?: unknown;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
}

const TYPES: Readonly<Record<string, () => string>> = {
  string: () => t('it must be text'),
  number: () => t('it must be a number'),
  int: () => t('it must be a whole number'),
  boolean: () => t('it must be true or false'),
  array: () => t('it must be a list'),
  object: () => t('it must be an object'),
  record: () => t('it must be an object'),
};

/** "it must be a number", to be put after the name of the value. Rare faults stay as the schema gives them. */
export function faultOf(issue: Issue): string {
  const { expected, values = [], keys = [] } = issue as Issue & Details;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return t('it is missing');
      return TYPES[String(expected)]?.() ?? issue.message;
    case 'invalid_value':
      return values.length === 1
        ? t('it must be {value}', { value: JSON.stringify(values[0]) })
        : t('it must be one of {values}', { values: values.map((value) => JSON.stringify(value)).join(', ') });
    case 'too_small':
    case 'too_big':
      return sizeFault(issue) ?? issue.message;
    case 'invalid_format':
      return t('it doesn’t have the expected form');
    case 'invalid_union':
      return t('it has the wrong type');
    case 'unrecognized_keys':
      return t('it contains an unknown name: {names}', { names: keys.join(', ') });
    default:
      return issue.message;
  }
}

function sizeFault({ code, origin, minimum, maximum, inclusive }: Issue & Details): string | undefined {
  const isSmall = code === 'too_small';
  const limit = isSmall ? minimum : maximum;
  if (typeof limit !== 'number') return undefined;
  if (origin === 'string')
    return isSmall
      ? tPlural(limit, 'it must have at least {n} character', 'it must have at least {n} characters')
      : tPlural(limit, 'it can have at most {n} character', 'it can have at most {n} characters');
  if (origin === 'array')
    return isSmall
      ? tPlural(limit, 'it must have at least {n} item', 'it must have at least {n} items')
      : tPlural(limit, 'it can have at most {n} item', 'it can have at most {n} items');
  if (origin !== 'number' && origin !== 'int') return undefined;
  if (inclusive === false)
    return isSmall ? t('it must be greater than {limit}', { limit }) : t('it must be less than {limit}', { limit });
  return isSmall ? t('it must be at least {limit}', { limit }) : t('it can be at most {limit}', { limit });
}

const MOST_PATH = 100;
const MOST_FAULT = 300;

/** The same with the path of its value: "memories.0.name: it must be text". */
export function placedFault(issue: Issue): string {
  const place = issue.path.map(String).join('.').slice(0, MOST_PATH);
  return (place === '' ? faultOf(issue) : `${place}: ${faultOf(issue)}`).slice(0, MOST_FAULT);
}
