import { describe, expect, it } from 'vitest';

import { explainHit } from '../../src/extension/chat/explain-hit.js';
import { parseRemember } from '../../src/extension/chat/parse-remember.js';
import { quoteMarkdown } from '../../src/extension/escape.js';
import { isFilterError, isQuotaError, isQuotaReply } from '../../src/extension/models/error-patterns.js';

describe('the argument of /remember', () => {
  it.each([
    ['feedback: run the tests', { type: 'feedback', content: 'run the tests' }],
    ['  Feedback :  run\nthe tests ', { type: 'feedback', content: 'run\nthe tests' }],
    ['run the tests', { content: 'run the tests' }],
    ['Note: this has no type', { content: 'Note: this has no type' }],
    ['https://example.com is the dashboard', { content: 'https://example.com is the dashboard' }],
    ['project:', { content: 'project:' }],
    ['', { content: '' }],
  ])('%j', (prompt, expected) => {
    expect(parseRemember(prompt, ['project', 'feedback'])).toEqual(expected);
  });
});

describe('the explanation of a hit', () => {
  const hit = { ageDays: 26.4, score: 0.62 } as const;
  const weights = { fused: 0.55, recency: 0.94, level: 1.2, access: 1 };

  it('lists each leg and the weight of age, level and use', () => {
    const keyword = { rank: 12, bm25: 3, score: 0.23, coverage: 0.46 };
    const vector = { rank: 2, cosine: 0.34, deviations: 3.14, score: 0.69 };
    expect(explainHit({ ...hit, explain: { ...weights, keyword, vector } }, true)).toEqual([
      'Words: rank 12. Covers 46% of the question; rare words count most (score 0.23).',
      'Meaning: rank 2, 3.14 standard deviations above the average memory (cosine 0.34, score 0.69).',
      'Combined: 0.55. After age (26 days ago: 0.94), level (1.20) and use (1.00): 0.62.',
    ]);
  });

  it('names the legs without the hit and omits legs that did not run', () => {
    expect(explainHit({ ...hit, explain: weights }, true).slice(0, 2)).toEqual([
      'Words: no distinctive word in common.',
      'Meaning: not among the closest memories.',
    ]);
    expect(explainHit({ ...hit, explain: weights }, false)).toHaveLength(2);
    expect(explainHit(hit, true)).toEqual([]);
  });
});

describe('the error text of a model service', () => {
  it.each([
    ['ChatQuotaExceeded You have exceeded your premium request allowance.', true, false],
    ['ChatRateLimited Sorry, you have been rate-limited.', true, false],
    ['429 Too Many Requests', true, false],
    ['You have reached your monthly limit.', true, false],
    ['Error off_topic', false, true],
    ['Response got filtered.', false, true],
    ['blocked by the content_filter', false, true],
    ['socket hang up', false, false],
    ['400: this model does not support tools', false, false],
  ])('%j', (words, quota, filter) => {
    expect([isQuotaError(words), isFilterError(words)]).toEqual([quota, filter]);
  });

  it('is distinguished from a JSON answer that mentions quotas', () => {
    expect(isQuotaReply('You have exceeded your quota. Please try again later.')).toBe(true);
    expect(isQuotaReply('{"facts": [{"text": "The quota of the bucket is 5 GB."}]}')).toBe(false);
  });
});

describe('quoted text', () => {
  it('keeps its lines and escapes its markdown', () => {
    expect(quoteMarkdown('Use `x`.\n\n![pixel](https://example.invalid)\n')).toBe(
      '> Use \\`x\\`\\.  \n>\n> \\!\\[pixel\\]\\(https\\:\\/\\/example\\.invalid\\)',
    );
  });
});
