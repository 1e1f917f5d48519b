import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { type LanguageBundle, useLanguage } from '../../src/core/l10n.js';
import { askHost, findHost } from '../../src/node/discovery.js';
import { readRecallAnswer } from '../../src/protocol/hooks.js';
import { memoryText, until } from '../support/service.js';
import { connect, engineIn, optionsOf, place } from './support.js';

const BUNDLES = join(import.meta.dirname, '../../l10n');
const bundle = (name: string): LanguageBundle =>
  JSON.parse(readFileSync(join(BUNDLES, `bundle.l10n.${name}.json`), 'utf8')) as LanguageBundle;

afterEach(() => useLanguage(undefined));

it.each([
  ['de', /ist ein Link zu/i, /Keine Erinnerungen entsprechen type:feedback\./],
  ['ja', /へのリンク/, /type:feedback に一致するメモリはありません/],
  ['zh-cn', /指向 .* 的链接/, /没有符合 type:feedback 的记忆/],
] as const)(
  'people are answered in %s, and agents in English by the same host at the same time',
  async (name, link, none) => {
    const at = await place();
    await at.write(
      'pnpm.md',
      '---\nname: use-pnpm\ndescription: Use pnpm, never npm\nmetadata:\n  type: project\n---\n\nUse pnpm.\n',
    );
    await symlink('nowhere.md', at.file('gone.md'));
    const client = connect(engineIn(at));
    await client.initialize(at.project, { ...optionsOf(at), language: bundle(name) });
    const ask = async (): Promise<readonly [unknown, unknown, unknown, unknown]> => {
      const [shown, found, read, searched] = await Promise.all([
        client.request('show', { id: 'gone.md' }),
        client.request('search', { query: 'pnpm type:feedback' }),
        client.request('tool', { name: 'get_memory', input: { id: 'gone.md' } }),
        client.request('tool', {
          name: 'update_memory',
          input: { id: 'pnpm.md', agent_id: 'reviewer', content: 'Use pnpm 10 and never npm.' },
        }),
      ]);
      return [shown.unreadable, found.notice, read.text, searched.text];
    };
    for (const [unreadable, notice, read, refused] of [await ask(), await ask()]) {
      expect(unreadable).toMatch(link);
      expect(notice).toMatch(none);
      expect(read).toContain('It is a link to nowhere.md, which doesn’t exist.');
      expect(refused).toContain('This memory belongs to no agent, so reviewer can’t change it.');
    }
  },
);

it('hooks recall in English from a German host', async () => {
  const at = await place();
  await at.write(
    'pool.md',
    memoryText({
      name: 'pool-size',
      description: 'How many connections the billing database pool has',
      type: 'project',
      more: 'modified: 2026-01-01\nsupersedes: pool-old.md',
      body: 'The billing database pool has 20 connections.',
    }),
  );
  const client = connect(engineIn(at, { serve: true }));
  await client.initialize(at.project, { ...optionsOf(at), language: bundle('de') });
  await until('the host can be asked', () => findHost(at.dataDir, at.project) !== undefined);
  const address = findHost(at.dataDir, at.project);
  if (address === undefined) throw new Error('The host is gone');
  const call = {
    prompt: 'How many connections has the billing database pool?',
    session: '',
    cwd: at.project,
    deadline: 20_000,
  };
  const text = readRecallAnswer(await askHost(address, '/recall', call, 30_000))?.text;
  expect(text).toContain('days old. It is a point-in-time observation');
  expect(text).toMatch(/^## pool-size \(project, \d+ days ago, replaces pool-old\)$/m);
});
