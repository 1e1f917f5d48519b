/** The MCP server as an agent meets it: its start, and how long it takes to answer over standard input and output. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { getEncoding } from 'js-tiktoken';

import type { Bed } from './engine.mjs';
import { questions } from './generate.mjs';
import { ms, quantile, type Row, samples, timed, under } from './measure.mjs';

const STARTS = 9;
const WARM = 2;

interface Hits {
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: { readonly hits: readonly unknown[]; readonly notice?: string };
}

async function connect(bed: Bed): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' });
  const env = { ...(process.env as Record<string, string>), MEMDIR_DATA_DIR: bed.dataDir, MEMDIR_SERVE: 'off' };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.resolve('dist/cli.js'), 'mcp', '--structured', '--dir', bed.store],
      env,
      stderr: 'ignore',
    }),
  );
  return client;
}

const search = async (client: Client, query: string, more: object = {}): Promise<Hits> =>
  (await client.callTool({ name: 'search_memory', arguments: { query, ...more } })) as unknown as Hits;

/** Asks until every memory has its vectors. */
async function warm(client: Client): Promise<void> {
  for (let i = 0; i < 200; i++)
    if ((await search(client, `warming up ${i}`)).structuredContent?.notice === undefined) return;
}

export async function mcpRows(bed: Bed): Promise<Row[]> {
  const starts: number[] = [];
  for (let run = 0; run < STARTS + WARM; run++) {
    const { took, result } = await timed(() => connect(bed));
    // The next one starts alone.
    await result.close();
    if (run >= WARM) starts.push(took);
  }
  starts.sort((a, b) => a - b);
  const bare = await samples(STARTS, WARM, async () => void execFileSync(process.execPath, ['-e', '0']));
  const client = await connect(bed);
  const first = await timed(() => search(client, 'why did the invoices vanish'));
  await warm(client);
  const asked = questions(bed.memories, 220);
  const found = await samples(200, 20, (run) => search(client, asked[run] ?? ''));
  const again = await samples(100, 5, () => search(client, asked[0] ?? ''));
  const tokens = getEncoding('o200k_base');
  const perHit: number[] = [];
  for (const question of asked.slice(0, 50)) {
    const { content, structuredContent } = await search(client, question);
    const hits = structuredContent?.hits.length ?? 0;
    if (hits > 0) perHit.push(tokens.encode(content.map(({ text = '' }) => text).join('\n')).length / hits);
  }
  perHit.sort((a, b) => a - b);
  await client.close();
  const count = bed.memories.length.toLocaleString('en');
  return [
    under('MCP: process start to initialize answered, median', quantile(starts, 0.5), 300, ms),
    {
      what: 'MCP: the same as a multiple of an empty program',
      value: (quantile(starts, 0.5) / quantile(bare, 0.5)).toFixed(1),
    },
    { what: `MCP: first search_memory, ${count} memories not yet indexed`, value: ms(first.took) },
    { what: 'MCP: search_memory, another question each time, p50', value: ms(quantile(found, 0.5)) },
    under('MCP: the same, p95', quantile(found, 0.95), 30, ms),
    { what: 'MCP: search_memory, the same question again, p95', value: ms(quantile(again, 0.95)) },
    { what: 'MCP: tokens of an answer by its hits, median (o200k)', value: quantile(perHit, 0.5).toFixed(0) },
  ];
}
