import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseQuery } from '../../../src/core/search/query.js';

describe('parseQuery', () => {
  it.each([
    ['type:Feedback how to reply', { type: 'feedback' }, 'how to reply'],
    ['level:shared repo:web agent:bot x', { level: 'shared', repo: 'web', agentId: 'bot' }, 'x'],
    ['deploy before:2026-05', { beforeMs: Date.UTC(2026, 4, 1) }, 'deploy'],
    ['AFTER:2025 before:2026-02-28 x', { afterMs: Date.UTC(2025, 0, 1), beforeMs: Date.UTC(2026, 1, 28) }, 'x'],
    ['path:./team/ x', { pathPrefix: 'team/' }, 'x'],
    ['repo:"my web" x', { repo: 'my web' }, 'x'],
    ['see http://x.example/type:user', {}, 'see http://x.example/type:user'],
    ['prototype:user', {}, 'prototype:user'],
    ['"blue green" deploy', { phrases: [['blue', 'green']] }, 'blue green deploy'],
    ['"one"', {}, 'one'],
    ['what about "blue green"?', { phrases: [['blue', 'green']] }, 'what about blue green ?'],
    ['say: “blue green”, please', { phrases: [['blue', 'green']] }, 'say: blue green , please'],
    ['"数据库"', { phrases: [['数', '据', '库']] }, '数据库'],
    ['请问「蓝绿」在哪', { phrases: [['蓝', '绿']] }, '请问 蓝绿 在哪'],
    ['"API 数据 v2"', { phrases: [['api'], ['数', '据'], ['2', 'v2']] }, 'API 数据 v2'],
    ['a 5" pipe and a 6" one', {}, 'a 5" pipe and a 6" one'],
    ['type:feedback, short.', { type: 'feedback' }, 'short.'],
    [`${'word '.repeat(1_000)}type:user`, { type: 'user' }, 'word '.repeat(400).trim()],
    ['?! ...', {}, ''],
    ['🚀', {}, '🚀'],
    ['say "half', {}, 'say "half'],
  ])('%s', (text, filter, rest) => {
    expect(parseQuery(text)).toMatchObject({ filter, text: rest, notices: [] });
    expect(Object.keys(parseQuery(text).filter).sort()).toEqual(Object.keys(filter).sort());
  });

  it.each([
    ['level:high x', 'level high x', /high is no level: use short-term, long-term, shared/],
    ['before:May x', 'before May x', /May is no date: write before:2026/],
    ['after:2026-02-30 x', 'after 2026-02-30 x', /no date/],
    ['repo:"" x', 'repo "" x', /Nothing stands after repo:/],
  ])('says of %s what is wrong with it and looks for its words', (text, rest, notice) => {
    const query = parseQuery(text);
    expect([query.text, query.filter]).toEqual([rest, {}]);
    expect(query.notices).toEqual([expect.stringMatching(notice)]);
  });

  it('says which of two filters of one kind counts', () => {
    expect(parseQuery(`x type:user Type:a ${'type:project '.repeat(500)}`)).toMatchObject({
      filter: { type: 'project' },
      notices: ['type: stands there more than once: the last one counts.'],
    });
  });

  it('keeps beginning and end of a text that is too long, whole words and characters', () => {
    const log = Array.from({ length: 500 }, (_, i) => `line-${i}`).join(' ');
    const { text } = parseQuery(`why does it fail ${log} after the upgrade of Kafka`);
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(text).toMatch(/^why does it fail line-0 .* line-499 after the upgrade of Kafka$/);
    expect(
      text
        .split(' ')
        .filter((word) => word.startsWith('line'))
        .every((word) => log.split(' ').includes(word)),
    ).toBe(true);
    for (const long of ['x'.repeat(5_000), '🚀'.repeat(5_000), '東京'.repeat(5_000)]) {
      const kept = parseQuery(`a${long}`).text;
      expect(kept.length).toBeLessThanOrEqual(2_000);
      expect(kept.isWellFormed()).toBe(true);
    }
  });

  it('answers for any text', () => {
    const piece = fc.constantFrom('type:', 'before:', '"', ' ', 'x', '2026-13', 'level:shared', '\\', '数', '\ud800');
    fc.assert(
      fc.property(
        fc.array(piece).map((parts) => parts.join('')),
        (text) => void parseQuery(text),
      ),
    );
  });
});
