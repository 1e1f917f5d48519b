import { describe, expect, it } from 'vitest';

import { methodOf } from '../../src/protocol/methods.js';
import { until } from '../support/service.js';
import { place, start } from './support.js';

describe('tools of language models', () => {
  it('are called through the host, which reports the files they change', async () => {
    const at = await place();
    await at.write(
      'pnpm.md',
      '---\nname: use-pnpm\ndescription: Use pnpm, never npm\nmetadata:\n  type: feedback\n---\n\nUse pnpm.\n',
    );
    const client = await start(at);
    const found = await client.request('tool', { name: 'search_memory', input: { query: 'pnpm' } });
    expect(found).toMatchObject({
      isError: false,
      text: expect.stringContaining('pnpm.md feedback') as string,
      structured: { hits: [{ type: 'feedback' }] },
    });
    let changes = 0;
    client.onNotification('changed', () => void changes++);
    const saved = await client.request('tool', {
      name: 'remember',
      input: { content: 'Deploys go out on Tuesdays because support is staffed then.' },
    });
    expect(saved).toMatchObject({ isError: false, structured: { status: 'saved' } });
    await until('the tree hears of it', () => changes > 0);
  });

  it('preview their change, or the reason why there is none', async () => {
    const at = await place();
    await at.write(
      'pnpm.md',
      '---\nname: use-pnpm\ndescription: Use pnpm, never npm\nmetadata:\n  type: feedback\n---\n\nUse pnpm.\n',
    );
    const client = await start(at);
    const store = { label: expect.any(String) as string, path: expect.stringContaining('memory') as string };
    const preview = (name: string, input: unknown): Promise<unknown> => client.request('toolPreview', { name, input });
    expect(await preview('forget', { id: 'pnpm.md' })).toEqual({
      memory: {
        id: expect.stringMatching(/\/pnpm\.md$/) as string,
        name: 'use-pnpm',
        description: 'Use pnpm, never npm',
      },
      store: { label: expect.any(String) as string, path: at.store },
    });
    expect(await preview('remember', { content: 'x' })).toEqual({ store });
    expect(await preview('search_memory', {})).toEqual({});
    expect(await preview('update_memory', { id: 'use-pnmp', content: 'x' })).toMatchObject({
      refusal: {
        isError: true,
        text: expect.stringMatching(/no memory “use-pnmp”.*Did you mean .*pnpm\.md/) as string,
      },
    });
    expect(await preview('forget', { id: 'pnpm', agent_id: 'reviewer' })).toMatchObject({
      refusal: { text: expect.stringContaining('belongs to no agent') as string },
    });
    expect(await preview('forget', 5)).toMatchObject({ refusal: { isError: true } });
    await expect(preview('no_tool', {})).rejects.toMatchObject({ data: { code: 'bad-input' } });
  });

  it('answer invalid calls with advice on what to try next', async () => {
    const client = await start(await place());
    for (const [name, input] of [
      ['search', {}],
      ['search_memory', { query: 5 }],
      ['get_memory', { id: '../../etc/passwd' }],
    ] as const) {
      expect(await client.request('tool', { name, input }), name).toMatchObject({
        isError: true,
        text: expect.stringMatching(/search_memory/) as string,
      });
    }
    await expect(client.connection.sendRequest(methodOf('tool'), {})).rejects.toMatchObject({
      data: { code: 'bad-input' },
    });
  });
});
