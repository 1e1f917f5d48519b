import path from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { distillByRules } from '../../src/core/distill/distill.js';
import { createRulesThread } from '../../src/node/rules/thread.js';

const observation = (text: string) => ({ id: '1', at: '2026-03-11T14:05:00+01:00', source: 'command' as const, text });
const CELERY = observation('We decided to use Celery instead of RQ because of retries.');

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function rules(idleMs?: number): ReturnType<typeof createRulesThread> {
  const made = createRulesThread(path.resolve('dist/rules.js'), idleMs);
  open.push(made);
  return made;
}

describe('distilling in a thread', () => {
  it('says what the rules say here', async () => {
    const thread = rules();
    expect(await thread.distilled(CELERY)).toEqual(distillByRules(CELERY));
    expect(await thread.distilled(observation('x'.repeat(100)), { most: 50 })).toMatchObject({ status: 'nothing' });
    expect(
      await thread.checked({ facts: [{ text: 'Jane Miller said that retries fail.', type: 'failure' }] }, CELERY),
    ).toMatchObject({ facts: [], refused: [expect.stringContaining('names a person')] });
    expect(await thread.faults('Retries are capped at 5.')).toEqual([]);
  });

  it('answers many at once, each with its own', async () => {
    const thread = rules();
    const told = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        thread.distilled(observation(`The retry limit of queue q${at} is ${at + 2} because the broker drops more.`)),
      ),
    );
    for (const [at, one] of told.entries()) expect(JSON.stringify(one)).toContain(`q${at} `);
  });

  it('ends when nobody asks, and starts again for who asks then', async () => {
    const thread = rules(1);
    for (let round = 0; round < 3; round++) {
      expect(await thread.distilled(CELERY)).toMatchObject({ status: 'facts' });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

  it('tells those who wait when it is closed, or cannot be started', async () => {
    const thread = rules();
    const asked = thread.distilled(CELERY);
    const refused = expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    await thread.close();
    await refused;
    const missing = createRulesThread(path.resolve('dist/no-such-file.js'));
    await expect(missing.distilled(CELERY)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
