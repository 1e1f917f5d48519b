/** Memories that differ in a few words alone. */
import { memoryText } from './memory-text.js';

const FIRST = 'billing search invoice ledger mailer payroll stock report session catalogue'.split(' ');
const SECOND = 'north south east west upper lower inner outer'.split(' ');
const PARTS = 'worker gateway cache queue scheduler exporter index parser router'.split(' ');
const TOOLS = 'Redis Kafka Postgres RabbitMQ Consul Vault Nomad'.split(' ');
const DAYS = 'Monday Tuesday Wednesday Thursday Friday'.split(' ');
const FRAMES = [
  (service: string, part: string, tool: string, day: string) =>
    `The ${part} of the ${service} service keeps its state in ${tool} since a ${day}`,
  (service: string, part: string, tool: string, day: string) =>
    `Deploys of the ${service} ${part} go through ${tool} on ${day}`,
  (service: string, part: string, tool: string, day: string) =>
    `When the ${service} ${part} fails on ${day}, restart ${tool} first`,
];
const KINDS = ['state', 'deploys', 'restart'];

export interface LookAlike {
  readonly name: string;
  readonly description: string;
  /** Of its file. */
  readonly text: string;
}

/** Each about another thing: none contradicts another one. */
export function lookAlikes(count: number): LookAlike[] {
  const all = FRAMES.flatMap((frame, kind) =>
    FIRST.flatMap((first) =>
      SECOND.flatMap((second) =>
        PARTS.map((part, at) => {
          const tool = TOOLS[(at * 3 + first.length + second.length + kind) % TOOLS.length] ?? '';
          const day = DAYS[(at + first.length * 2 + kind) % DAYS.length] ?? '';
          return {
            name: `${first}-${second}-${part}-${KINDS[kind] ?? ''}`,
            description: frame(`${first} ${second}`, part, tool, day),
          };
        }),
      ),
    ),
  );
  const step = all.length / count;
  return Array.from({ length: count }, (_, at) => {
    const { name, description } = all[Math.floor(at * step)] as (typeof all)[number];
    return { name, description, text: textOf(name, description, at) };
  });
}

const textOf = (name: string, description: string, at: number): string =>
  memoryText({
    name,
    description,
    body: `${description}. So says the team of the ${PARTS[(at * 7 + 3) % PARTS.length]}, and ${TOOLS[at % TOOLS.length]} is looked at each ${DAYS[at % DAYS.length]}.`,
    more: `modified: 2026-0${1 + (at % 5)}-1${at % 9}`,
    type: ['project', 'reference', 'context'][at % 3] ?? 'project',
  });
