import { describe, expect, it } from 'vitest';

import { bodyOf } from '../../../src/core/distill/fact-body.js';

describe('the text of a draft', () => {
  it.each([
    [
      'feedback',
      'Do not summarize at the end of answers, the user can read the diff.',
      'Do not summarize at the end of answers.\n\n**Why:** The user can read the diff.',
    ],
    [
      'feedback',
      "Don't summarize at the end of responses, the user can read the diff.",
      "Don't summarize at the end of responses.\n\n**Why:** The user can read the diff.",
    ],
    [
      'feedback',
      'Keep the format of tags, since the deploy starts from it.',
      'Keep the format of tags.\n\n**Why:** The deploy starts from it.',
    ],
    [
      'feedback',
      "Don't mock the database in these tests — the project got burned in 2026-Q3 when mocked tests passed.",
      "Don't mock the database in these tests.\n\n**Why:** The project got burned in 2026-Q3 when mocked tests passed.",
    ],
    [
      'feedback',
      'Never amend commits because the review loses its place.',
      'Never amend commits.\n\n**Why:** The review loses its place.',
    ],
    [
      'project',
      'Merges are frozen after 2026-12-03 because mobile cuts branch 2.4.',
      'Merges are frozen after 2026-12-03.\n\n**Why:** Mobile cuts branch 2.4.',
    ],
    [
      'feedback',
      'Run the linter first, otherwise the pipeline stops.',
      'Run the linter first.\n\n**Why:** Otherwise the pipeline stops.',
    ],
    [
      'feedback',
      'Use a real database because mocks hid a broken migration. Applies to integration tests.',
      'Use a real database.\n\n**Why:** Mocks hid a broken migration.\n**How to apply:** Applies to integration tests.',
    ],
    [
      'feedback',
      'Use small pull requests: the last large one hid a bug for a week.',
      'Use small pull requests.\n\n**Why:** The last large one hid a bug for a week.',
    ],
    [
      'feedback',
      'Keep migrations apart: the bundled one caused an outage.',
      'Keep migrations apart.\n\n**Why:** The bundled one caused an outage.',
    ],
    [
      'feedback',
      "Don't use mocks for the ledger, the mocked tests passed while the production migration broke.",
      "Don't use mocks for the ledger.\n\n**Why:** The mocked tests passed while the production migration broke.",
    ],
    [
      'feedback',
      'Use the sandbox, the one that is configured in CI.',
      'Use the sandbox, the one that is configured in CI.',
    ],
    [
      'feedback',
      'Never mock the gateway, because the mock hid a bug. When you write tests for billing, use the sandbox.',
      'Never mock the gateway.\n\n**Why:** The mock hid a bug.\n**How to apply:** When you write tests for billing, use the sandbox.',
    ],
    ['feedback', 'Never amend. If you do, the review is lost.', 'Never amend. If you do, the review is lost.'],
    ['feedback', 'Use three folders: core, service, left panel.', 'Use three folders: core, service, left panel.'],
    ['feedback', 'Answers are kept short.', 'Answers are kept short.'],
    ['decision', 'Decided to use Kafka because replay is needed.', 'Decided to use Kafka because replay is needed.'],
    ['feedback', 'Never use yarn, only pnpm.', 'Never use yarn, only pnpm.'],
  ])('of type %s: %s', (type, text, body) => {
    expect(bodyOf({ text, type })).toBe(body);
  });

  it('takes reason and use from a model, and loses no sentence', () => {
    expect(
      bodyOf({
        type: 'feedback',
        text: 'Bundle refactors into one PR. Split only features.',
        why: 'Reviews take a day.',
        apply: 'In this repository.',
      }),
    ).toBe(
      'Bundle refactors into one PR. Split only features.\n\n**Why:** Reviews take a day.\n**How to apply:** In this repository.',
    );
  });
});
