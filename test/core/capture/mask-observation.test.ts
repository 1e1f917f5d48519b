import { describe, expect, it } from 'vitest';

import { maskObservation, maskText, maskValue } from '../../../src/core/capture/mask-observation.js';

const TOKEN = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;
const RECALLED = '<recalled-memories>\nkeep out\n</recalled-memories>';

describe('masking and truncating a text', () => {
  it('keeps a short text whole', () => expect(maskText('a\nb')).toBe('a\nb'));

  it('keeps the beginning and the end', () => {
    const kept = maskText(`first\n${'x'.repeat(10_000_000)}\n3 failed`);
    expect(kept.startsWith('first\nxxx')).toBe(true);
    expect(kept.endsWith('x\n3 failed')).toBe(true);
    expect(kept.length).toBeLessThan(16_100);
  });

  // The cut falls on each character of the secret in turn.
  it('never keeps half a secret', () => {
    for (const at of [16_000, 8_000, 15_990, 16_030]) {
      for (const fill of ['-', 'lorem ipsum ', `${TOKEN} `]) {
        const before = fill.repeat(Math.floor(at / fill.length) - 1).padEnd(at - 18, '-');
        const text = `${before} ${TOKEN} ${fill.repeat(60_000 / fill.length)} ${TOKEN} ${before}`;
        expect(maskText(text)).not.toMatch(/x7Kq9Zr2|ghp_x/);
      }
    }
  });

  it('removes recalled memories, cut or whole', () => {
    expect(maskText(`a ${RECALLED} b`)).toBe('a  b');
    expect(maskText(`a ${RECALLED.slice(0, 30)}`)).toBe('a ');
    expect(
      maskText(
        `${'y'.repeat(50_000)}<recalled-memories>${'keep out '.repeat(9_000)}</recalled-memories>${'z'.repeat(50_000)}`,
      ),
    ).not.toContain('keep out');
  });
});

it('a value is masked in all its parts, by their names too, and cut', () => {
  const kept = maskValue({
    [TOKEN]: 1,
    password: 'Kx9!vQ2zR7tLm',
    deep: [{ a: `export T=${TOKEN}` }],
    n: 3,
    no: null,
    many: Array.from({ length: 9_000 }, () => 'y'.repeat(300)),
  });
  const text = JSON.stringify(kept);
  expect(text).not.toMatch(/x7Kq9Zr2|Kx9!vQ2zR7tLm/);
  expect(kept).toMatchObject({ n: 3, no: null });
  expect(text.length).toBeLessThan(260_000);
  let nested: unknown = TOKEN;
  for (let depth = 0; depth < 500; depth++) nested = [nested];
  expect(JSON.stringify(maskValue(nested))).toContain('[cut]');
});

it('an observation is masked wherever it holds text', () => {
  const kept = maskObservation({
    id: 'i',
    at: 'now',
    source: 'endpoint',
    session: TOKEN,
    cwd: `/p/${TOKEN}`,
    text: `${TOKEN} ${RECALLED}`,
    tool: { name: 'Bash', input: { command: TOKEN }, output: TOKEN, failed: true },
  });
  expect(JSON.stringify(kept)).not.toMatch(/x7Kq9Zr2|keep out/);
  expect(kept).toMatchObject({ id: 'i', source: 'endpoint', tool: { name: 'Bash', failed: true } });
});
