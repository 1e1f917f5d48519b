import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { isInside } from '../../core/paths.js';
import { MEGABYTE } from '../../core/units.js';
import { readRegular } from '../files/regular-file.js';
import { isFile, realPathOf } from '../paths.js';

const LARGEST_COUNTED = MEGABYTE;
const MOST_KNOWN = 20_000;

interface CachedCount {
  /** Size and time of the file; undefined for one that is not counted. */
  readonly stamp: string | undefined;
  readonly lines: number | undefined;
  readonly atMs: number;
}

/** Line counts of files, cached by stamp; a result up to `usableMs` old is answered while a new one is computed. */
export class LineCounts {
  readonly #known = new Map<string, CachedCount>();
  readonly #counting = new Map<string, Promise<number | undefined>>();

  constructor(
    readonly freshMs: number,
    readonly usableMs: number,
  ) {}

  async of(root: string, path: string): Promise<number | undefined> {
    const file = join(root, path);
    const known = this.#known.get(file);
    const age = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.atMs;
    if (known !== undefined && age <= this.freshMs) return known.lines;
    let counting = this.#counting.get(file);
    if (counting === undefined) {
      counting = this.#count(root, file, known).finally(() => this.#counting.delete(file));
      this.#counting.set(file, counting);
    }
    return known !== undefined && age <= this.usableMs ? known.lines : await counting;
  }

  /** Never rejects. */
  async #count(root: string, file: string, before: CachedCount | undefined): Promise<number | undefined> {
    const atMs = performance.now();
    const counted = await count(root, file, before).catch(() => ({ stamp: undefined, lines: undefined }));
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    this.#known.set(file, { ...counted, atMs });
    return counted.lines;
  }
}

async function count(
  root: string,
  file: string,
  before: CachedCount | undefined,
): Promise<Pick<CachedCount, 'stamp' | 'lines'>> {
  const real = await realPathOf(file);
  if (!isInside(real, root) || !(await isFile(real))) return { stamp: undefined, lines: undefined };
  const { size, mtimeMs } = await stat(real);
  const stamp = `${size} ${mtimeMs}`;
  if (size > LARGEST_COUNTED) return { stamp, lines: undefined };
  if (before?.stamp === stamp) return before;
  const text = await readRegular(real);
  return { stamp, lines: text.split(/\r\n|\r|\n/).length - (text === '' || /[\r\n]$/.test(text) ? 1 : 0) };
}
