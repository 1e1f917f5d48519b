import { expect, it } from 'vitest';

import { templateOf, TEXT_LINE, withoutTemplate } from '../../src/extension/write/draft-template.js';

const typed = (type: string, text: string, more: (line: string) => string = (line) => line): string =>
  templateOf(type, 'What it is for')
    .split('\n')
    .map((line, at) => more(at === TEXT_LINE ? text : line))
    .join('\n');

it('keeps what was written of a template, and nothing else', () => {
  expect(withoutTemplate(typed('user', 'Prefers tabs.'))).toBe('---\ntype: user\n---\n\nPrefers tabs.\n');
  const filled = typed('feedback', 'Run the tests.', (line) =>
    line === 'name: ' ? 'name: tests first' : line === '**Why:** ' ? '**Why:** they found two faults.' : line,
  );
  expect(withoutTemplate(filled).trim()).toBe(
    '---\nname: tests first\ntype: feedback\n---\n\nRun the tests.\n\n**Why:** they found two faults.',
  );
});
