import { describe, expect, it } from 'vitest';

import { redactSessions, sessionsOf } from '../../../src/core/distill/personal/redact-sessions.js';
import { parseFrontMatter } from '../../../src/core/frontmatter/frontmatter.js';

const ID = '7f3c2a10-9b4d-4e21-8c55-0d1e2f3a4b5c';
const OTHER = '11111111-2222-4333-8444-555555555555';

describe('sessionsOf', () => {
  it.each([
    [`metadata:\n  originSessionId: ${ID}`, [ID]],
    [`originSessionId: "${ID}"`, [ID]],
    [`source_session: ${ID}`, [ID]],
    ['session: planning', []],
    [`id: ${ID}`, []],
  ])('%j', (fields, expected) => {
    expect(sessionsOf(parseFrontMatter(`---\nname: api\n${fields}\n---\n\nText.\n`))).toEqual(expected);
  });
});

describe('redactSessions', () => {
  it.each([
    [`Seen in ${ID}, at night.`, 'Seen in [session], at night.'],
    [`Seen in ${ID.toUpperCase()}.`, 'Seen in [session].'],
    ['Seen in 7f3c2a10.', 'Seen in [session].'],
    [`Seen in session ${OTHER}.`, 'Seen in session [session].'],
    [`Session ID: \`${OTHER}\``, 'Session ID: `[session]`'],
    [`originSessionId: ${OTHER}`, 'originSessionId: [session]'],
    [`{"session_id":"${OTHER}"}`, '{"session_id":"[session]"}'],
    [`Sessions ${OTHER} and ${OTHER}, ${OTHER}.`, 'Sessions [session] and [session], [session].'],
    [`In Sitzung ${OTHER}, セッション ${OTHER}`, 'In Sitzung [session], セッション [session]'],
    [`Run claude --resume ${OTHER}.`, 'Run claude --resume [session].'],
    [`See ~/.claude/projects/-home-ann-shop/${OTHER}.jsonl`, 'See ~/.claude/projects/[project]/[session].jsonl'],
    [`See ~\\.claude\\projects\\C--Users-ann-shop\\a.jsonl`, 'See ~\\.claude\\projects\\[project]\\a.jsonl'],
  ])('takes the id out of %j', (text, expected) => {
    expect(redactSessions(text, [ID])).toBe(expected);
  });

  it.each([
    `The tenant ${OTHER} breaks session cookies.`,
    `Sessions last an hour. The tenant is ${OTHER}.`,
    'Commit 7f3c2a1 and file 7f3c2a10b.',
    'The session store is in ~/.claude/projects.',
  ])('leaves %j as it is', (text) => {
    expect(redactSessions(text, [ID])).toBe(text);
  });
});
