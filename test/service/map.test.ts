import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import type { MemoryMap } from '../../src/core/results.js';
import { syntheticEmbedder } from '../bench/synthetic.mjs';
import { type Bench, withStore } from '../support/service.js';

let bench: Bench;
const memory = (name: string, more: string, body: string): string =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\n${more}---\n${body}\n`;

withStore(
  {
    'MEMORY.md': '- [Slow](slow.md) — gateway\n- [Links](links.md) — links\n- [Gone](nowhere.md) — gone\n',
    'slow.md': memory('gateway-timeout', 'modified: 2026-01-01\n', 'The gateway times out after 90 seconds.'),
    'fast.md': memory('gateway-timeout-2', 'modified: 2026-02-01\n', 'The gateway times out after 60 seconds.'),
    'links.md': memory('links', '', 'See [[gateway-timeout]], itself [[links]] and [[nothing]].'),
    'first.md': memory('first', 'superseded_by: second\ndeleted_at: 2026-02-02\n', 'The first version.'),
    'second.md': memory('second', 'supersedes: first\n', 'The second version of it.'),
    'forgotten.md': memory('forgotten', 'deleted_at: 2026-02-02\n', 'Forgotten.'),
    'odd.md': 'key ghp_1234567890abcdefghijABCDEFGHIJ123456 <b onclick=alert(1)>',
  },
  (opened) => (bench = opened),
);

const edges = ({ nodes, edges: all }: MemoryMap): string[] =>
  all.map(({ kind, from, to }) => `${kind} ${nodes[from]?.name ?? '?'} > ${nodes[to]?.name ?? '?'}`).sort();

describe('the map', () => {
  it('has what is current and what was replaced, with everything that connects them', async () => {
    const map = await (await bench.open()).memoryMap();
    expect(map.nodes.map(({ name }) => name).sort()).toEqual(
      ['MEMORY.md', 'first', 'gateway-timeout', 'gateway-timeout-2', 'links', 'odd', 'second'].sort(),
    );
    expect(edges(map)).toEqual([
      'contradiction gateway-timeout-2 > gateway-timeout',
      'index MEMORY.md > gateway-timeout',
      'index MEMORY.md > links',
      'link links > gateway-timeout',
      'supersedes second > first',
    ]);
    expect(map).toMatchObject({ by: 'words', left: 0 });
    expect(map.clusters.reduce((sum, { memories }) => sum + memories, 0)).toBe(6);
    expect(JSON.stringify(map)).not.toContain('ghp_');
  });

  it('is the same for the same memories', async () => {
    const memdir = await bench.open();
    expect(await memdir.memoryMap()).toEqual(await memdir.memoryMap());
  });

  it('is by meaning where there are vectors', async () => {
    const memdir = await bench.open({ embedder: syntheticEmbedder() });
    await memdir.index({ embed: true });
    expect((await memdir.memoryMap()).by).toBe('meaning');
  });

  it('of nothing is empty', async () => {
    for (const file of [
      'MEMORY.md',
      'slow.md',
      'fast.md',
      'links.md',
      'first.md',
      'second.md',
      'forgotten.md',
      'odd.md',
    ])
      await bench.remove(file);
    expect(await (await bench.open()).memoryMap()).toEqual({
      nodes: [],
      edges: [],
      clusters: [],
      by: 'words',
      left: 0,
    });
  });

  it('ends when it is cancelled', async () => {
    for (let at = 0; at < 400; at++)
      await bench.write(
        `more-${String(at)}.md`,
        memory(`m${String(at)}`, '', createHash('md5').update(String(at)).digest('hex')),
      );
    const memdir = await bench.open();
    const stop = new AbortController();
    const map = memdir.memoryMap(stop.signal);
    stop.abort();
    await expect(map).rejects.toMatchObject({ code: 'cancelled' });
  });
});
