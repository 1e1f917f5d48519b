import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ElicitRequestSchema, type Progress } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';

import { TOOL_NAMES, TOOLS } from '../../src/protocol/tools.js';
import { connect, memory, place, shop, textOf, TOKEN } from './support.js';

describe('tools', () => {
  it('are the eight, with schemas and truthful annotations', async () => {
    const { client } = await connect(await place());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
    for (const { name, annotations, outputSchema, inputSchema } of tools) {
      const declared = TOOLS[name as keyof typeof TOOLS];
      expect(annotations).toMatchObject({
        readOnlyHint: !declared.writes,
        destructiveHint: declared.destructive,
        openWorldHint: false,
      });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
    }
    expect(client.getServerVersion()).toMatchObject({ name: 'memdir' });
  });

  it('find and read; the client holds what comes against the output schemas', async () => {
    const { client, call } = await connect(await shop());
    // From here on the client checks every structured answer.
    await client.listTools();
    const found = await call('search_memory', { query: 'use pnpm or npm' });
    const { hits } = found.structuredContent as { hits: { id: string }[] };
    expect(hits[0]?.id).toMatch(/\/feedback_pnpm\.md$/);
    expect(textOf(await call('get_memory', { id: hits[0]?.id }))).toContain('CI shares the lockfile');
    for (const [name, args] of [
      ['get_memories', { ids: ['use-pnpm', 'nothing'] }],
      ['list_recent', {}],
      ['list_stale', {}],
    ] as const)
      expect((await call(name, args)).structuredContent).toBeDefined();
  });

  // Clients give their model data in place of the text, which loses its fence, or beside it, which costs several times the tokens.
  it.each([
    ['claude-code', false],
    ['Visual Studio Code - Insiders', false],
    ['codex-mcp-client', false],
    ['github-copilot-cli', false],
    ['qwen-cli-mcp-client-memdir', false],
    ['@cline/core', false],
    ['any other', false],
    ['a program that asks for it', true],
  ])('give data beside the text to %s: %s', async (name, data) => {
    const { client, call } = await connect(await shop(), { name, structured: data });
    expect((await client.listTools()).tools.map(({ outputSchema }) => outputSchema !== undefined)).toEqual(
      TOOL_NAMES.map(() => data),
    );
    const answer = await call('search_memory', { query: 'use pnpm or npm' });
    expect(answer.structuredContent !== undefined).toBe(data);
    expect(textOf(answer)).toMatch(/^feedback_pnpm\.md feedback 12d: Use pnpm/);
    expect(textOf(await call('get_memory', { id: 'feedback_pnpm.md' }))).toMatch(/12 days old[^]*```text\nUse pnpm/);
  });

  it('write only when that was allowed, and say so', async () => {
    const at = await shop();
    const { call } = await connect(at);
    for (const [name, args] of [
      ['remember', { content: 'A fact.' }],
      ['update_memory', { id: 'use-pnpm', content: 'x' }],
      ['forget', { id: 'use-pnpm' }],
    ] as const) {
      const answer = await call(name, args);
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toContain('--allow-write');
    }
    expect(await readFile(join(at.store, 'feedback_pnpm.md'), 'utf8')).not.toContain('deleted_at');
  });

  it('write with --allow-write', async () => {
    const { client, call } = await connect(await shop(), { args: ['--allow-write', '--dir', (await shop()).store] });
    await client.listTools();
    const saved = await call('remember', {
      content: 'Releases are tagged by the release bot because hand-made tags broke the changelog.',
      type: 'project',
    });
    expect(saved.structuredContent).toMatchObject({ status: 'saved' });
    const { id } = saved.structuredContent as { id: string };
    expect((await call('search_memory', { query: 'who tags releases' })).structuredContent).toMatchObject({
      hits: [{ id }],
    });
    expect((await call('forget', { id })).structuredContent).toEqual({ status: 'forgotten', id });
  });

  it('ask the user where the client can, and do as they say', async () => {
    const asked: string[] = [];
    const answers = ['decline', 'accept', 'cancel'] as const;
    const { call } = await connect(await shop(), {
      capabilities: { elicitation: { form: {} } },
      prepare: (client) =>
        client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
          asked.push(params.message);
          const action = answers[asked.length - 1] ?? 'cancel';
          return action === 'accept' ? { action, content: { decision: 'once' } } : { action };
        }),
    });
    const forget = { id: 'use-pnpm' };
    expect(await call('forget', forget)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did not agree') as string }],
    });
    expect(await call('forget', forget)).toMatchObject({ structuredContent: { status: 'forgotten' } });
    expect(await call('remember', { content: `The key is ${TOKEN}` })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/nobody could be asked.*memdir consent.*--allow-write/) as string }],
    });
    expect(asked[0]).toMatch(
      /^Forget memory “use-pnpm”\? Memory directory: \S+ \(\/.*memory\)\n\nUse pnpm.* \(\w{6}\/feedback_pnpm\.md\)\n\nThis removes it from search and MEMORY\.md/,
    );
    expect(asked).toHaveLength(3);
    expect(asked[2]).toContain('The key is [masked: GitHub access token]');
  });

  it('ask nobody about a change that can only fail', async () => {
    let asked = 0;
    const { call } = await connect(await shop(), {
      capabilities: { elicitation: { form: {} } },
      prepare: (client) =>
        client.setRequestHandler(ElicitRequestSchema, () => ({
          action: asked++ === 0 ? 'accept' : 'cancel',
          content: {},
        })),
    });
    expect(await call('forget', { id: 'use-pnpm' })).toMatchObject({ structuredContent: { status: 'forgotten' } });
    for (const [name, args, said] of [
      ['forget', { id: 'use-pnmp' }, /There is no memory “use-pnmp”/],
      ['update_memory', { id: '../../etc/passwd', content: 'x' }, /There is no memory/],
      ['forget', { id: 'use-pnpm' }, /Nothing was changed: It is already forgotten or replaced/],
      ['forget', {}, /id: it is missing/],
      ['remember', { content: 5 }, /content/],
      ['update_memory', { id: 'use-pnpm' }, /content: it is missing/],
    ] as const)
      expect(await call(name, args)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(said) as string }],
      });
    expect(asked).toBe(1);
  });

  it('answer wrong calls with what to try next', async () => {
    const { text, call } = await connect(await shop());
    expect(await text('get_memory', { id: 'use-pnmp' })).toMatch(/Did you mean \w{6}\/feedback_pnpm\.md/);
    expect(await text('serch_memory', { query: 'x' })).toContain('search_memory');
    expect(await call('search_memory', { query: 5, top_k: 'many' })).toMatchObject({ isError: true });
    expect(await text('search_memory', { query: 'x', top_k: 1e6 })).toContain('100');
  });

  it('tell how far the first look at everything is, to those who ask', async () => {
    const at = await place();
    for (let i = 0; i < 400; i++) await at.write(`m${i}.md`, memory(`m${i}`, `Fact number ${i} about things`));
    const { client } = await connect(at);
    const seen: Progress[] = [];
    await client.callTool({ name: 'search_memory', arguments: { query: 'fact about things' } }, undefined, {
      onprogress: (progress) => seen.push(progress),
    });
    expect(seen.length).toBeGreaterThan(0);
    for (const [i, { progress, total, message }] of seen.entries()) {
      expect(progress).toBeGreaterThan(seen[i - 1]?.progress ?? 0);
      expect(progress).toBeLessThanOrEqual(total ?? 0);
      expect(message).toMatch(/^Reading memories: \d+ of \d+$/);
    }
  });

  it('can be cancelled, and the next call is answered', async () => {
    const at = await place();
    for (let i = 0; i < 300; i++) await at.write(`m${i}.md`, memory(`m${i}`, `Fact number ${i}`));
    const { client, text } = await connect(at);
    const controller = new AbortController();
    const call = client.callTool({ name: 'search_memory', arguments: { query: 'fact' } }, undefined, {
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 5);
    await expect(call).rejects.toThrow();
    expect(await text('search_memory', { query: 'fact', top_k: 1 })).toContain('Fact number');
  });
});
