import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

// Assembled here, so that no scanner takes this file for the place where a secret lies.
const token = 'ghp_' + 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY5zA1';

let bench: Bench;
let memdir: Memdir;
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open();
});

describe('a memory with a secret', () => {
  it('is found, and no list, snippet, problem or log contains the secret', async () => {
    await bench.write('MEMORY.md', `- [Deploy](deploy.md) — with ${token}\n`);
    await bench.write(
      'deploy.md',
      memoryText({
        name: `deploy ${token}`,
        description: `Deploy token ${token}`,
        body: `${'Long words before it. '.repeat(4)}The deploy token is ${token} for the pipeline.`,
      }),
    );
    const [found, listed, view, linted] = [
      await memdir.search({ query: 'deploy token pipeline' }),
      await memdir.list({}),
      await memdir.view(),
      await memdir.lint({}),
    ];
    expect(found.hits).toHaveLength(1);
    expect(found.hits[0]?.snippet).toContain('[masked: GitHub access token]');
    expect(linted.problems.filter(({ code }) => code === 'secret')).toHaveLength(4);
    const told = linted.problems.map(({ message, related, fixes }) => [
      message,
      related,
      fixes.map(({ title }) => title),
    ]);
    expect(JSON.stringify([found, listed, view, told, bench.log.lines])).not.toContain(token.slice(0, 12));
  });

  it("masks the secret in the type, a tag, a repository or an agent's name", async () => {
    await bench.write(
      'a.md',
      memoryText({
        name: 'a',
        type: token,
        more: `agent_id: ${token}\ntags: [${token}]\nrepos: [${token}]`,
        body: `The walrus sleeps by ${token.slice(0, 20)}\u200b${token.slice(20)}.`,
      }),
    );
    const [found, listed, view] = [
      await memdir.search({ query: 'walrus' }),
      await memdir.list({}),
      await memdir.view(),
    ];
    expect(found.hits).toMatchObject([
      {
        type: '[masked: GitHub access token]',
        agentId: '[masked: GitHub access token]',
        snippet: expect.stringContaining('walrus sleeps by [masked') as string,
      },
    ]);
    expect(listed).toHaveLength(1);
    expect(JSON.stringify([found, listed, view]).toLowerCase()).not.toContain(token.slice(0, 12).toLowerCase());
  });

  it('opens at the line of the hit, also below a masked key block', async () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${`${'aB3dE5fG7hJ9kL1m'.repeat(4)}\n`.repeat(3)}-----END RSA PRIVATE KEY-----`;
    await bench.write('a.md', memoryText({ name: 'a', body: `Text.\n\n${key}\n\nThe walrus sleeps.` }));
    const lines = memoryText({ name: 'a', body: `Text.\n\n${key}\n\nThe walrus sleeps.` }).split('\n');
    const { hits } = await memdir.search({ query: 'walrus' });
    expect(lines[(hits[0]?.line ?? 0) - 1]).toBe('The walrus sleeps.');
  });
});

describe('other files', () => {
  it('with a secret are reported once, from the text on disk', async () => {
    await bench.write('MEMORY.md', '- [A](a.md) — the first\n');
    await bench.write('a.md', memoryText({ name: 'a', body: '![Plan](plan.png)' }));
    for (const path of ['plan.png', 'ideas.txt', 'a.md.bak', '.gitignore']) await bench.write(path, 'x');
    const { problems } = await memdir.lint({});
    expect(
      problems
        .filter(({ code }) => code === 'stray-file')
        .map(({ path, related }) => [path, related?.map((each) => each.path)]),
    ).toEqual([['MEMORY.md', ['a.md.bak', 'ideas.txt']]]);
  });
});
