/** Messages of the protocol are lines. */
import { Transform, type TransformCallback } from 'node:stream';

import { MEGABYTE } from '../core/units.js';

/** Bytes of one message. A longer one is refused, and the next one read. */
const MAX_MESSAGE_BYTES = 32 * MEGABYTE;

/** What is said of a message that is too long. */
export const TOO_LONG = `A message may have ${MAX_MESSAGE_BYTES / MEGABYTE} MB at most.`;

/** Gives one line at a time, trimmed. Blank lines are left out, lines that are too long skipped. */
export class MessageLines extends Transform {
  readonly #onTooLong: () => void;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(onTooLong: () => void) {
    super();
    this.#onTooLong = onTooLong;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#append(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
    done();
  }

  #append(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > MAX_MESSAGE_BYTES) this.#chunks = [];
    else this.#chunks.push(part);
  }

  #endLine(): void {
    const isTooLong = this.#bytes > MAX_MESSAGE_BYTES;
    const line = Buffer.concat(this.#chunks).toString('utf8').trim();
    this.#chunks = [];
    this.#bytes = 0;
    if (isTooLong) this.#onTooLong();
    else if (line !== '') this.push(`${line}\n`);
  }
}
