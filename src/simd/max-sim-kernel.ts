/** The inner loop of late interaction, see max-sim.wat: the tokens of a chunk with up to 32 tokens of the question at once, eight in a group. */
import { kernelFunction, type Memory, openKernel } from './kernel.js';

export interface MaxSimKernel {
  readonly memory: Memory;
  /**
   * Writes the best product of each token of the question to the start of the memory.
   * @param token address of the first token of the chunk
   * @param end address after the last
   * @param width bytes of a token, a multiple of 4
   */
  run(token: number, end: number, width: number): void;
}

/** Address of the tables; the results are before it. */
export const TABLES = 64;
/** Groups of one run. */
export const MAX_GROUPS = 4;
/** Tokens of a group; each takes a lane of 16 bits. */
export const LANES = 8;
/** Bytes of the sums of four sign bits for a group: 16 rows of eight lanes of 16 bits. */
export const ROWS_BYTES = 256;

/** Bytes of the tables of a group. */
export const tableBytes = (width: number): number => width * 2 * ROWS_BYTES;

/**
 * For 1 to {@link MAX_GROUPS} groups and tokens of `width` bytes.
 * @throws where the processor lacks the vector instructions
 */
export function openMaxSimKernel(width: number, groups: number): MaxSimKernel {
  const kernel = openKernel('max-sim', TABLES + groups * tableBytes(width));
  return { memory: kernel.memory, run: kernelFunction(kernel, `run${groups}`) };
}
