/** Who is asked before a tool writes, and what the model is told when no person was. */
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';

import { type ElicitRequest, ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';

import { CLI, connect, type Connected, type Place, place, textOf } from './support.js';

const FACT = {
  content: 'Releases are tagged by the release bot because hand-made tags broke the changelog.',
  type: 'project',
};
const OTHER = { content: 'Invoices are archived in the cold bucket for ten years.', type: 'reference' };

interface Asking {
  readonly name?: string;
  readonly answer?: ElicitResult;
  readonly args?: readonly string[];
}

/** A client that answers every question in the same way, and what it was asked. */
async function asking(
  at: Place,
  { name = 'test', answer = { action: 'accept', content: { decision: 'once' } }, args = ['--dir', at.store] }: Asking,
): Promise<Connected & { readonly asked: ElicitRequest['params'][] }> {
  const asked: ElicitRequest['params'][] = [];
  const connected = await connect(at, {
    name,
    args,
    capabilities: { elicitation: { form: {} } },
    prepare: (client) =>
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        asked.push(params);
        return answer;
      }),
  });
  return { ...connected, asked };
}

const files = async (at: Place): Promise<string[]> => (await readdir(at.store)).filter((name) => name !== 'MEMORY.md');
const memdir = (at: Place, ...args: string[]): string =>
  spawnSync(process.execPath, [CLI, ...args], { cwd: at.cwd, env: at.env, encoding: 'utf8' }).stdout;

describe('a question before writing', () => {
  it('names the directory on its first line, and can be answered for the whole project', async () => {
    const at = await place();
    const { call, asked } = await asking(at, {});
    expect((await call('remember', FACT)).isError).toBeUndefined();
    expect(asked).toHaveLength(1);
    const [{ message, requestedSchema } = { message: '', requestedSchema: {} }] = asked as never[];
    expect(String(message).split('\n')[0]).toBe(
      `Save this memory (project)? Memory directory: ${at.dir.split('/').at(-1)} (${at.store})`,
    );
    expect(requestedSchema).toMatchObject({ properties: { decision: { enum: ['once', 'always'] } } });
  });

  it('is not asked again in a project once it was answered with always, until that is taken back', async () => {
    const at = await place();
    const first = await asking(at, { answer: { action: 'accept', content: { decision: 'always' } } });
    expect((await first.call('remember', FACT)).isError).toBeUndefined();
    expect((await first.call('remember', OTHER)).isError).toBeUndefined();
    expect(first.asked).toHaveLength(1);
    // Another client, which could not ask.
    const { call } = await connect(at);
    expect((await call('forget', { id: (await files(at))[0] })).isError).toBeUndefined();
    expect(memdir(at, 'consent', '--list')).toContain('~/project');
    expect(memdir(at, 'doctor')).toMatch(
      /Writing without asking +Agents write without asking in \S+\/project\. .*--revoke/,
    );
    expect(memdir(at, 'consent', '--revoke')).toContain('Agents ask again');
    expect(textOf(await call('forget', { id: (await files(at))[1] }))).toContain('cannot ask the user');
    expect(JSON.parse(memdir(at, 'consent', '--list', '--json'))).toEqual([]);
    memdir(at, 'consent');
    expect((await call('forget', { id: (await files(at))[1] })).isError).toBeUndefined();
  });

  it('cannot be answered for good in a folder around the home folder', async () => {
    const at = await place();
    const { call, asked } = await asking({ ...at, cwd: '/' }, { answer: { action: 'accept', content: {} } });
    expect((await call('remember', FACT)).isError).toBeUndefined();
    expect(asked).toMatchObject([{ requestedSchema: { properties: { decision: { enum: ['once'] } } } }]);
  });

  it.each<[string, Asking, RegExp]>([
    ['declined', { answer: { action: 'decline' } }, /^The user did not agree\. Nothing was changed\. Do not try/],
    [
      'cancelled: nobody could be asked, and what allows it is named',
      { answer: { action: 'cancel' } },
      /nobody could be asked\. Nothing was changed\..*“memdir consent”.*--allow-write/,
    ],
    [
      'declined by a client that does so where it runs without a person',
      { name: 'github-copilot-cli', answer: { action: 'decline' } },
      /The answer was no, which this client also says where it shows the question to nobody\..*--allow-write/,
    ],
    [
      'declined by a client that never asks',
      { name: 'codex-mcp-client', answer: { action: 'decline' } },
      /The answer was no, which this client also says where it shows the question to nobody\..*--allow-write/,
    ],
    [
      'accepted by a client that asked nobody',
      { name: 'codex-mcp-client', answer: { action: 'accept', content: {} } },
      /agreed by itself and asked nobody.*Nothing was changed\..*--allow-write/,
    ],
  ])('is %s', async (_, options, words) => {
    const at = await place();
    const { call, asked } = await asking(at, options);
    const answer = await call('remember', FACT);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toMatch(words);
    expect(asked).toHaveLength(1);
    expect(await files(at)).toEqual([]);
  });

  it.each(['claude-code', 'Visual Studio Code', 'VSCodium', 'code-server'])(
    'is left to %s, which asks for the tool itself',
    async (name) => {
      const at = await place();
      const { call, asked } = await asking(at, { name, answer: { action: 'cancel' } });
      expect((await call('remember', FACT)).isError).toBeUndefined();
      expect(asked).toEqual([]);
      expect(await files(at)).toHaveLength(1);
    },
  );
});
