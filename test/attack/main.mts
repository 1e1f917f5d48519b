/**
 * `npm run attack [-- NAME …] [--seed N] [--long]`: tries to lose, leak and break things, and prints what held. A section is a file of this folder.
 * Every number that is random comes from the seed, which is printed. The exit code is 1 when something that is required did not hold.
 */
import { parseArgs } from 'node:util';

import { machine, type Row, table } from '../bench/measure.mjs';

export interface Attack {
  readonly seed: number;
  /** Runs at full size, in place of a short look. */
  readonly long: boolean;
}

/** Rows of one section; `met: false` fails the run. */
type Section = (attack: Attack) => Promise<Row[]>;

const sections: Record<string, () => Promise<Section>> = {
  trust: async () => (await import('./trust.mjs')).trustAttack,
  repairs: async () => (await import('./repairs.mjs')).repairsAttack,
  door: async () => (await import('./door.mjs')).doorAttack,
  'mcp-memory': async () => (await import('./mcp-memory.mjs')).mcpMemoryAttack,
  load: async () => (await import('./load.mjs')).loadAttack,
  writes: async () => (await import('./writes.mjs')).writesAttack,
  team: async () => (await import('./team.mjs')).teamAttack,
  secrets: async () => (await import('./secrets.mjs')).secretsAttack,
};

const usage = `npm run attack [-- NAME … [--seed N] [--long]]
Names: ${Object.keys(sections).join(', ')}. Without one, all of them.
--seed N  whole number that every random choice comes from (default: 1)
--long    full size, in place of a short look`;

function refuse(fault: string): never {
  console.error(`${fault}\n\n${usage}`);
  process.exit(2);
}

function given() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seed: { type: 'string', default: '1' },
        long: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    // What parseArgs refuses has such a code.
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      return refuse(error.message);
    throw error;
  }
}

const { values, positionals } = given();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const unknown = positionals.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) refuse(`No such section: ${unknown.join(', ')}.`);
const attack: Attack = { seed: Number(values.seed), long: values.long };
if (!Number.isSafeInteger(attack.seed)) refuse(`The seed must be a whole number: ${values.seed}`);
const rows: Row[] = [];
for (const [name, load] of Object.entries(sections)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  process.stderr.write(`attacking: ${name} (seed ${attack.seed})…\n`);
  const section = await load();
  rows.push(...(await section(attack)));
}
console.log(`Seed ${attack.seed}, on ${machine()}, ${new Date().toISOString().slice(0, 10)}:\n\n${table(rows)}`);
process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;
