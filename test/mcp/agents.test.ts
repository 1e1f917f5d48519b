/** Agents with stores in common, and what becomes of the words that they write. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { startOllama } from '../support/ollama-server.js';
import { atEnd, connect, type Connected, memory, type Place, place, textOf } from './support.js';

const open = (at: Place): Promise<Connected> =>
  connect(at, { args: ['--allow-write', '--structured', '--dir', at.store] });
const FACT = 'Cron jobs of the shop run in UTC, so the nightly report comes at two.';

it('each agent keeps its own knowledge in one store', async () => {
  const at = await place();
  const { call } = await open(at);
  const ids: string[] = [];
  for (const agent_id of ['a1', 'a2']) {
    const { structuredContent } = await call('remember', {
      content: FACT,
      name: 'Cron jobs',
      type: 'pattern',
      agent_id,
    });
    expect(structuredContent, agent_id).toMatchObject({ status: 'saved' });
    ids.push((structuredContent as { id: string }).id);
  }
  const [first = '', second = ''] = ids;
  for (const path of ['cron-jobs.md', 'cron-jobs-2.md'])
    expect(await readFile(join(at.store, path), 'utf8')).toContain('name: Cron jobs\n');
  expect((await call('remember', { content: FACT, agent_id: 'a1' })).structuredContent).toMatchObject({
    status: 'duplicate',
    existing: first,
  });
  const common = (await call('remember', { content: 'The shop is deployed on Tuesdays, never on Fridays.' }))
    .structuredContent as { id: string };
  expect(
    (await call('remember', { content: 'The shop is deployed on Tuesdays, never on Fridays.', agent_id: 'a2' }))
      .structuredContent,
  ).toMatchObject({ status: 'duplicate', existing: common.id });

  const hits = async (args: object): Promise<string[]> =>
    (
      (await call('search_memory', { query: 'when do cron jobs run', ...args })).structuredContent as {
        hits: { id: string }[];
      }
    ).hits.map(({ id }) => id);
  expect(await hits({ agent_id: 'a1' })).toEqual([first]);
  expect(await hits({ agent_id: 'a2' })).toEqual([second]);
  expect((await hits({})).sort()).toEqual([first, second].sort());
  const recent = (await call('list_recent', { agent_id: 'a2' })).structuredContent as { memories: { id: string }[] };
  expect(recent.memories.map(({ id }) => id).sort()).toEqual([second, common.id].sort());
  expect(textOf(await call('get_memory', { id: 'Cron jobs', agent_id: 'a2' }))).toContain('cron-jobs-2.md');
});

it('what names no agent is a duplicate of a common memory alone, and a memory is not updated to the words of another', async () => {
  const at = await place();
  const { call } = await open(at);
  const saved = async (args: Record<string, unknown>): Promise<{ status: string; id: string; existing?: string }> =>
    (await call('remember', args)).structuredContent as { status: string; id: string };
  const own = await saved({ content: FACT, agent_id: 'a2' });
  const common = await saved({ content: FACT });
  expect([own.status, common.status]).toEqual(['saved', 'saved']);
  expect(await saved({ content: FACT })).toMatchObject({ status: 'duplicate', existing: common.id });

  const other = await saved({ content: 'The importer restarts at midnight.', agent_id: 'a1' });
  const refused = await call('update_memory', { id: other.id, content: FACT, agent_id: 'a1' });
  expect(refused.isError).toBe(true);
  expect(textOf(refused)).toMatch(/already says this\. If this memory is no longer true, forget it\./);
  expect(textOf(await call('get_memory', { id: other.id }))).toContain('midnight');
  // Another agent's own words are no reason.
  await saved({ content: 'Backups of the shop go to the cellar each night.', agent_id: 'a2' });
  const updated = await call('update_memory', {
    id: other.id,
    content: 'Backups of the shop go to the cellar each night.',
    agent_id: 'a1',
  });
  expect(updated.structuredContent).toMatchObject({ status: 'updated' });
});

it('what is another agent’s is answered as if it were not there', async () => {
  const at = await place();
  const more = 'agent_id: a1\n';
  await at.write('report.md', memory('nightly-report', 'The nightly report is secret.', FACT, 'pattern', more), 900);
  await at.write('common.md', memory('common', 'Deploys go out on Tuesdays.'), 900);
  const { call } = await open(at);
  const unknown = textOf(await call('get_memory', { id: 'nightly-repor', agent_id: 'a2' }));
  for (const [tool, args] of [
    ['get_memory', { id: 'nightly-report' }],
    ['get_memories', { ids: ['nightly-report'] }],
    ['update_memory', { id: 'nightly-report', content: 'The nightly report comes at three in the morning.' }],
    ['forget', { id: 'nightly-report' }],
  ] as const) {
    const answer = await call(tool, { ...args, agent_id: 'a2' });
    expect(answer.isError, tool).toBe(true);
    expect(textOf(answer), tool).toBe(unknown.replace('nightly-repor', 'nightly-report'));
    expect(JSON.stringify(answer), tool).not.toMatch(/a1|UTC|report\.md/);
  }
  expect(textOf(await call('get_memory', { id: 'nightly-report', agent_id: 'A1' }))).toContain('UTC');
  expect(textOf(await call('get_memory', { id: 'common', agent_id: 'a2' }))).toContain('Tuesdays');
  const stale = (await call('list_stale', { agent_id: 'a2' })).structuredContent as { memories: { id: string }[] };
  expect(stale.memories.map(({ id }) => id.replace(/^.*\//, ''))).toEqual(['common.md']);
});

it('list_stale names what a newer memory contradicts, of memories the agent may read', async () => {
  const at = await place();
  const port = (name: string, number: number, more = ''): string =>
    memory(name, 'Port of the api server', `The api server listens on port ${number}.`, 'reference', more);
  await at.write('old.md', port('api-port', 4000), 3);
  await at.write('new.md', port('api-port-now', 5000), 1);
  await at.write('other.md', port('api-port-of-a2', 6000, 'agent_id: a2\n'), 0);
  const { call } = await open(at);
  expect(textOf(await call('list_stale', { agent_id: 'a1' }))).toMatch(
    /^old\.md reference 3d: .*\(contradicted by new\.md, /,
  );
  expect((await call('list_stale', { agent_id: 'a1' })).structuredContent).toMatchObject({
    memories: [
      { id: expect.stringMatching(/old\.md$/) as string, contradicted_by: [expect.stringMatching(/new\.md$/)] },
    ],
  });
  const { memories } = (await call('list_stale', { agent_id: 'a2' })).structuredContent as {
    memories: { id: string; contradicted_by: string[] }[];
  };
  expect(memories.map(({ id, contradicted_by }) => [id.slice(-6), contradicted_by.length])).toEqual([
    ['old.md', 2],
    ['new.md', 1],
  ]);
});

it('refuses what is no memory, with the reason', async () => {
  const at = await place();
  await at.write('cron.md', memory('cron', 'Cron jobs run in UTC.'));
  const { call } = await open(at);
  for (const [content, why] of [
    ['thanks', /shorter than 20 characters/],
    ['ok, thank you, looks good', /small talk/],
    ['Thanks a lot for the help today!', /small talk/],
    ['x'.repeat(40), /one character again and again/],
    ['A long story about the gateway. '.repeat(400), /longer than 8000 characters/],
  ] as const) {
    for (const [tool, args] of [
      ['remember', { content, type: 'context' }],
      ['update_memory', { id: 'cron', content }],
    ] as const) {
      const answer = await call(tool, args);
      expect(answer).toMatchObject({ isError: true, structuredContent: { status: 'rejected' } });
      expect(textOf(answer)).toMatch(why);
    }
  }
});

it('saves what it writes distilled, and says what changed', async () => {
  const at = await place();
  await at.write('cron.md', memory('Cron jobs', 'Cron jobs run in UTC.'));
  const { call } = await open(at);
  const updated = await call('update_memory', {
    id: 'cron',
    content: 'I love that cron jobs run in CET now, @jake changed it yesterday.',
  });
  expect(updated.structuredContent).toMatchObject({ status: 'updated', changed: [{ before: 'yesterday' }, {}] });
  expect(textOf(updated)).toMatch(
    /Dates: “yesterday” is \d{4}-\d\d-\d\d\.\nDistilled: “I love that .*” became “Cron jobs run in CET now, a colleague changed it on \d{4}-\d\d-\d\d\.”/,
  );
  expect(await readFile(join(at.store, 'cron-v2.md'), 'utf8')).toMatch(
    /^---\nname: Cron jobs\n[^]*\nCron jobs run in CET now, a colleague changed it on \d{4}-\d\d-\d\d\.\n$/,
  );
});

it('puts a short paragraph in the words of the model, unless that leaves something out', async () => {
  const ollama = await startOllama({ 'qwen3:4b': { capabilities: ['completion'] } });
  atEnd(() => ollama.stop());
  const fact = (text: string): string => JSON.stringify({ facts: [{ text, type: 'failure' }] });
  const at = await place({
    'embedding.provider': 'none',
    'model.provider': 'ollama',
    'ollama.url': ollama.url,
    'model.name': 'qwen3:4b',
  });
  const { call } = await open(at);
  const said = 'I found that `idle_timeout` of 60 seconds kills long polls, @jake was not happy about that.';
  ollama.says = () => fact('Long polls are killed by an `idle_timeout` of 60 seconds, which is not wanted.');
  const answer = await call('remember', { content: said, type: 'failure', name: 'one' });
  expect(textOf(answer)).toContain('became “Long polls are killed by an');
  expect(ollama.asked.filter(({ path }) => path === '/api/chat')).toHaveLength(1);
  ollama.says = () => fact('Long polls are killed by a timeout.');
  const other = await call('remember', { content: said.replace('60', '90'), type: 'failure', name: 'two' });
  expect(await readFile(join(at.store, 'two.md'), 'utf8')).toMatch(/`idle_timeout` of 90 seconds/);
  expect(textOf(other)).not.toContain('killed by a timeout');
  await call('remember', { content: `- ${said}\n- We deploy on Tuesdays.\n`, name: 'three' });
  expect(ollama.asked.filter(({ path }) => path === '/api/chat')).toHaveLength(2);
});
