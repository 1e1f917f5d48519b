import { describe, expect, it } from 'vitest';

import { place, start } from './support.js';

describe('the budget of an index', () => {
  it('is told line by line, unsaved text included', async () => {
    const at = await place('05-index-drift-both-ways');
    const index = at.file('MEMORY.md');
    const client = await start(at);
    const { store } = await client.view(at.store);
    const { lines, choices, path } = await client.request('indexBudget', { store: store.key });
    expect(path).toBe(index);
    expect(lines.map(({ text }) => text)).toEqual((await at.text('MEMORY.md')).split('\n'));
    const dead = lines.findIndex(({ broken }) => broken);
    expect(lines[dead]?.text).toContain('removed-note.md');
    expect(choices.find(({ reason }) => reason === 'broken')).toMatchObject({ line: dead, how: 'remove' });
    await client.open(index);
    await client.replace(index, '# Index\n');
    expect((await client.request('indexBudget', { store: store.key })).lines).toHaveLength(2);
    await expect(client.request('indexBudget', { store: 'nowhere' })).rejects.toThrow('no longer there');
  });

  it('is trimmed as one previewed edit', async () => {
    const at = await place('05-index-drift-both-ways');
    const before = await at.text('MEMORY.md');
    const client = await start(at);
    const { store } = await client.view(at.store);
    const { choices, budget } = await client.request('indexBudget', { store: store.key });
    const trims = choices.filter(({ reason }) => reason === 'broken').map(({ line, how }) => ({ line, how }));
    const planned = await client.request('trimIndex', { store: store.key, trims, apply: false });
    expect(planned).toMatchObject({ applied: false, budget: { lines: budget.lines - 1 } });
    expect(client.offered).toEqual([]);
    client.accepts = false;
    expect(await client.request('trimIndex', { store: store.key, trims, apply: true })).toMatchObject({
      applied: false,
    });
    expect(await at.text('MEMORY.md')).toBe(before);
    client.accepts = true;
    expect(await client.request('trimIndex', { store: store.key, trims, apply: true })).toMatchObject({
      applied: true,
    });
    expect(client.offered.at(-1)).toEqual({ confirm: true, isRefactoring: true });
    expect(await at.text('MEMORY.md')).toBe(
      before
        .split('\n')
        .filter((line) => !line.includes('removed-note.md'))
        .join('\n'),
    );
  });
});

describe('some memories', () => {
  it('are repaired as one previewed edit, and exported, and looked at without an access', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    const { store, memories } = await client.view(at.store);
    const ids = memories.map(({ id }) => id);
    const [id = ''] = ids;
    expect(await client.request('fixAll', { memories: [] })).toEqual({ repairs: 0, files: 0, applied: true });
    await client.request('fixAll', { memories: ids });
    expect(client.offered.every(({ confirm }) => confirm)).toBe(true);
    const exported = await client.request('export', { ids: [id] });
    expect(exported.memories.map((memory) => memory.id)).toEqual([id]);
    expect((await client.request('preview', { id })).body).not.toBe('');
    const again = (await client.view(at.store)).memories.find((memory) => memory.id === id);
    expect(again?.accessCount).toBe(0);
    await expect(client.request('preview', { id: `${store.key}/nothing.md` })).rejects.toThrow('nothing.md');
  });
});
