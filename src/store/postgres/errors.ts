/** Faults of the database in words for people. The server's own text may quote values, so that none of it is shown or logged. */
import { type ErrorCode, MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { LoginRefused } from '../../core/team/login.js';

export const OLDEST_SERVER = 15;
export const OLDEST_VECTOR = '0.8';

/** A fault that is not told apart. Has the code alone: no value, no address. */
class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';
}

/** SQLSTATE or the system's code; empty when there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const LOST = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '08000', '08003', '08006']);

/** The connection broke, or the server ends or starts: the same can succeed on a new one. */
export const isConnectionLost = (error: unknown): boolean =>
  LOST.has(codeOf(error)) ||
  (error instanceof Error &&
    /^(?:Connection terminated(?! due to connection timeout)|Client has encountered a connection error)/.test(
      error.message,
    ));

/** Two transactions waited for each other, or met: the same succeeds when repeated. */
export const isMetOther = (error: unknown): boolean => codeOf(error) === '40P01' || codeOf(error) === '40001';

type Words = (place: string) => string;

const UNREACHABLE: Words = (place) =>
  t('The team database {place} can’t be reached. Check the address, the network and VPN.', { place });
const REFUSED: Words = (place) =>
  t('No database answers at {place}. Check the host and port, and that PostgreSQL is running there.', { place });
const PASSWORD: Words = (place) =>
  t(
    'The team database {place} rejected the user name or password. Check the user name, and enter the password again.',
    {
      place,
    },
  );
const NO_DATABASE: Words = (place) =>
  t('The server has no database {place}. Check the name in the address.', { place });
const NOT_SET_UP: Words = (place) =>
  t('The database {place} isn’t set up for a team. Its administrator must run: memdir team init', { place });
const NO_TLS: Words = (place) =>
  t(
    'The server of {place} doesn’t offer encryption, so nothing was sent. Turn on TLS there, or, on a network you trust, add sslmode=disable to the address.',
    { place },
  );
const CERTIFICATE: Words = (place) =>
  t(
    'The certificate of {place} isn’t trusted. Specify its issuing authority with sslrootcert=FILE in the address, or use sslmode=require to skip that check.',
    { place },
  );

const BY_CODE: Readonly<Record<string, Words>> = {
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ECONNREFUSED: REFUSED,
  ENOENT: REFUSED,
  '3D000': NO_DATABASE,
  '28P01': PASSWORD,
  '28000': PASSWORD,
  '3F000': NOT_SET_UP,
  '42P01': NOT_SET_UP,
  '42883': NOT_SET_UP,
  '42501': (place) =>
    t('Your role has no right to do this in the team database {place}. Ask its administrator.', { place }),
  '23514': () =>
    t('The path of a file can’t be shared: it must be relative, with single slashes and no control characters.'),
  '53300': (place) => t('The team database {place} has no free connections. Try again in a moment.', { place }),
  '53100': (place) => t('The disk of the team database {place} is full. Tell its administrator.', { place }),
  '25006': (place) => t('The team database {place} is currently read-only. Try again later.', { place }),
  '57014': (place) => t('The team database {place} took too long to answer. Try again in a moment.', { place }),
  '55P03': (place) => t('The team database {place} is busy. Try again in a moment.', { place }),
  '57P03': (place) => t('The team database {place} is starting or stopping. Try again in a moment.', { place }),
  '0A000': (place) =>
    t('The server of {place} doesn’t have pgvector. Its administrator must install version {version} or newer.', {
      place,
      version: OLDEST_VECTOR,
    }),
  '58P01': (place) =>
    t('The server of {place} doesn’t have pgvector. Its administrator must install version {version} or newer.', {
      place,
      version: OLDEST_VECTOR,
    }),
};

const isCertificate = (code: string): boolean =>
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/.test(code);

const LOST_TEXT: Words = (place) =>
  t('The connection to the team database {place} was lost. Try again in a moment.', { place });

function wordsOf(error: unknown): Words | undefined {
  const code = codeOf(error);
  if (isCertificate(code)) return CERTIFICATE;
  const message = error instanceof Error ? error.message : '';
  if (message.includes('does not support SSL')) return NO_TLS;
  // The library's own errors have no code.
  if (/password must be a string|no password/i.test(message)) return PASSWORD;
  if (/timeout exceeded when trying to connect|timeout expired|due to connection timeout/i.test(message))
    return UNREACHABLE;
  return BY_CODE[code] ?? (isConnectionLost(error) ? LOST_TEXT : undefined);
}

/** How callers tell faults apart that are no passing ones: the same is refused until something changes. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  '42501': 'declined',
  '3D000': 'declined',
  '3F000': 'declined',
  '42P01': 'declined',
  '42883': 'declined',
  '23514': 'bad-input',
};

/** @param place host and database */
export function asMemdirError(error: unknown, place: string): MemdirError {
  if (error instanceof MemdirError) return error;
  const code = codeOf(error);
  const words = wordsOf(error);
  if (words === PASSWORD) return new MemdirError('declined', words(place), { cause: new LoginRefused(code) });
  const cause = new DatabaseFault(code === '' ? 'no code' : code);
  if (words) return new MemdirError(CODES[code] ?? 'unavailable', words(place), { cause });
  // Not from the database: a mistake of ours, whose text contains no value of it.
  if (code === '' && error instanceof TypeError) return new MemdirError('internal', error.message, { cause: error });
  return new MemdirError(
    'internal',
    t('The team database {place} reports an error ({code}).', { place, code: code === '' ? '?' : code }),
    { cause },
  );
}
