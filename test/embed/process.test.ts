import { afterEach, describe, expect, it } from 'vitest';

import type { Embedder } from '../../src/core/ports/embedder.js';
import type { OnnxEmbedderOptions } from '../../src/embed/onnx/client.js';
import { alive, cosine, embedderPids, open, passages, until } from './support.js';

let toClose: Embedder[] = [];
afterEach(async () => {
  await Promise.all(toClose.map((embedder) => embedder.close()));
  toClose = [];
});

function start(options: Partial<OnnxEmbedderOptions> = {}) {
  const before = new Set(embedderPids());
  const opened = open(options);
  toClose.push(opened.embedder);
  return { ...opened, pids: () => embedderPids().filter((pid) => !before.has(pid)) };
}

async function ready(started: ReturnType<typeof start>): Promise<number> {
  await started.embedder.embed(['hello'], 'query');
  return started.pids()[0]!;
}

describe('a process of its own', () => {
  it('starts at first use and is gone after close', async () => {
    const started = start();
    expect(started.pids()).toEqual([]);
    const pid = await ready(started);
    expect(alive(pid)).toBe(true);
    await started.embedder.close();
    expect(alive(pid)).toBe(false);
    await expect(started.embedder.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
    expect(started.embedder.state().state).toBe('off');
  });

  it('stops when idle and starts again when asked', async () => {
    const started = start({ idleMs: 50 });
    const pid = await ready(started);
    await until('the idle process ends', () => !alive(pid));
    expect(started.embedder.state()).toEqual({ state: 'idle', backend: 'native' });
    expect(await ready(started)).not.toBe(pid);
    expect(started.log.lines.filter((line) => !line.startsWith('info'))).toEqual([]);
  });

  it('answers a question before passages that came first', async () => {
    const { embedder } = start();
    const order: string[] = [];
    const all = embedder.embed(passages(100), 'passage').then((vectors) => order.push(`${vectors.length} passages`));
    await embedder.embed(['first question'], 'query').then(() => order.push('question'));
    await all;
    expect(order).toEqual(['question', '100 passages']);
  });

  it('answers each question between two of the passages that are under way', async () => {
    const { embedder } = start();
    let done = 0;
    const work = Array.from({ length: 40 }, (_, at) =>
      embedder.embed(passages(8, 60 + at), 'passage').then(() => void done++),
    );
    await work[0];
    for (let asked = 0; asked < 5; asked++) {
      const before = done;
      await embedder.embed([`question ${asked}`], 'query');
      // The batch that is under way may end meanwhile; none of those that wait goes first.
      expect(done - before).toBeLessThanOrEqual(1);
    }
    expect(done).toBeLessThan(40);
    await Promise.all(work);
  });

  it('rejects what waits and what is in flight when it is closed', async () => {
    const started = start();
    await ready(started);
    const work = started.embedder.embed(passages(200), 'passage');
    const question = started.embedder.embed(['question'], 'query');
    const ends = Promise.allSettled([work, question]);
    await started.embedder.close();
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect(started.pids()).toEqual([]);
  });
});

describe('cancellation', () => {
  it('rejects at once, before and during the work, and the next one is served', async () => {
    const { embedder } = start();
    await expect(embedder.embed(['x'], 'query', AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    const controller = new AbortController();
    const work = embedder.embed(passages(500), 'passage', controller.signal);
    const other = embedder.embed(passages(3), 'passage');
    await embedder.embed(['meanwhile'], 'query');
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
    expect(await other).toHaveLength(3);
  });
});

describe('a process that is lost', () => {
  it('in the middle of a batch costs a retry and nothing else', async () => {
    const started = start();
    const pid = await ready(started);
    const texts = passages(40);
    const work = started.embedder.embed(texts, 'passage');
    process.kill(pid, 'SIGKILL');
    const vectors = await work;
    expect(started.pids()).not.toContain(pid);
    expect(vectors).toHaveLength(40);
    expect(started.log.lines.filter((line) => line.startsWith('warn'))).toEqual([
      'warn: The embedding process (native) ended unexpectedly: it was ended by SIGKILL. It is started again.',
    ]);
    const [again] = await started.embedder.embed([texts[39]!], 'passage');
    expect(again).toEqual(vectors[39]);
  });

  it('while idle is replaced at the next question', async () => {
    const started = start();
    const pid = await ready(started);
    process.kill(pid, 'SIGKILL');
    await until('the process is gone', () => !alive(pid));
    expect(await ready(started)).not.toBe(pid);
  });

  it('twice gives way to WebAssembly, and after two more to a clear failure', async () => {
    const started = start({ runtime: 'auto' });
    let lost = 0;
    const loseOne = async () => {
      // A process that runs already would be done while it is looked for.
      let [pid] = started.pids();
      const work = started.embedder.embed(passages(2), 'passage').catch((error: unknown) => error);
      await until('a process runs', () => (pid ??= started.pids()[0]) !== undefined);
      process.kill(pid!, 'SIGKILL');
      lost++;
      await until(
        'it was noticed',
        () => started.log.lines.filter((line) => line.includes('ended unexpectedly')).length === lost,
      );
      return work;
    };
    await loseOne();
    const survivors = await loseOne();
    expect(survivors).toHaveLength(2);
    expect(started.embedder.state()).toEqual({ state: 'ready', backend: 'wasm' });
    expect(started.log.lines.filter((line) => line.includes('WebAssembly runtime takes over'))).toHaveLength(1);
    await loseOne();
    expect(await loseOne()).toMatchObject({ code: 'unavailable' });
    expect(started.embedder.state()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('Only keyword search works') as string,
    });
    await expect(started.embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
    expect(started.pids()).toEqual([]);
  });

  it('because it hangs is ended and replaced', async () => {
    const started = start({ answerMs: 3_000 });
    const pid = await ready(started);
    process.kill(pid, 'SIGSTOP');
    const [vector] = await started.embedder.embed(['still there?'], 'query');
    expect(cosine(vector!, vector!)).toBeCloseTo(1, 5);
    expect(alive(pid)).toBe(false);
    expect(started.log.lines).toContain(
      'warn: The embedding process (native) ended unexpectedly: no response within 5 s. It is started again.',
    );
  });
});
