import { describe, expect, it } from 'vitest';
import { fromHost, toHost } from '../../src/protocol/methods.js';
import { until } from '../support/service.js';
import { place, start } from './support.js';

describe('tools of language models', () => {
  it('are called through the host, and the tree hears of what they write', async () => {
    const at = await place();
    await at.write('pnpm.md', '---\nname: use-pnpm\ndescription: Use pnpm, never npm\nmetadata:\n  type: feedback\n---\n\nUse pnpm.\n');
    const client = await start(at);
    const found = await client.connection.sendRequest(toHost.tool, { name: 'search_memory', input: { query: 'pnpm' } });
    expect(found).toMatchObject({ isError: false, text: expect.stringContaining('pnpm.md feedback') as string, structured: { hits: [{ type: 'feedback' }] } });
    let changes = 0;
    client.connection.onNotification(fromHost.changed, () => void changes++);
    const saved = await client.connection.sendRequest(toHost.tool, { name: 'remember', input: { content: 'Deploys go out on Tuesdays because support is staffed then.' } });
    expect(saved).toMatchObject({ isError: false, structured: { status: 'saved' } });
    await until('the tree hears of it', () => changes > 0);
  });

  it('answer what cannot be with what to try next', async () => {
    const client = await start(await place());
    for (const [name, input] of [['search', {}], ['search_memory', { query: 5 }], ['get_memory', { id: '../../etc/passwd' }]] as const) {
      expect(await client.connection.sendRequest(toHost.tool, { name, input }), name).toMatchObject({ isError: true, text: expect.stringMatching(/search_memory/) as string });
    }
    await expect(client.connection.sendRequest(toHost.tool.method, {})).rejects.toMatchObject({ data: { code: 'bad-input' } });
  });
});
