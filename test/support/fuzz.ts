/**
 * Every random test of a run starts from one seed, printed at its start. MEMDIR_FUZZ_SEED repeats a run; MEMDIR_FUZZ_RUNS multiplies the
 * number of inputs each test tries: a third of them unless it is set, 1 for all, 20 for a night.
 */
import fc from 'fast-check';

const seed = Number(process.env.MEMDIR_FUZZ_SEED);
const factor = Number(process.env.MEMDIR_FUZZ_RUNS ?? 1 / 3);

if (!Number.isInteger(seed)) throw new Error('MEMDIR_FUZZ_SEED must be a whole number.');
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

/** How many inputs to try. */
export const runs = (count: number): number => Math.ceil(count * factor);
