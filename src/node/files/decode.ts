import type { SourceFile } from '../../core/memory.js';

/** Text of a file's bytes. Binary and UTF-16 files have no text here: they are reported, never searched or rewritten. */
export function decode(bytes: Uint8Array): Pick<SourceFile, 'text' | 'encoding'> {
  if (isUtf16(bytes)) return { text: '', encoding: 'utf16' };
  if (bytes.includes(0)) return { text: '', encoding: 'binary' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'utf8' };
  } catch {
    // Not UTF-8: decoded with U+FFFD for invalid bytes, to be shown to a person.
    return { text: lossy(bytes), encoding: 'utf8-invalid' };
  }
}

/**
 * Text of an index: the agent takes whatever is there for UTF-8 and puts it before its model, so that its budget is that
 * of this text. It is written as little as any file that is no UTF-8.
 */
export function decodeIndex(bytes: Uint8Array): Pick<SourceFile, 'text' | 'encoding'> {
  const { text, encoding } = decode(bytes);
  return encoding === 'utf16' || encoding === 'binary' ? { text: lossy(bytes), encoding } : { text, encoding };
}

const lossy = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** A byte order mark, or a zero in nearly every second byte, always on the same side. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const length = Math.min(bytes.length, 512) & ~1;
  if (length < 8) return false;
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.max(even, odd) > length * 0.35 && Math.min(even, odd) < length * 0.05;
}
