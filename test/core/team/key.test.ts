import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { copyNames } from '../../../src/core/lint/copy-names.js';
import { collisions, conflictPath, isCopy, keyFault, keyFaultText } from '../../../src/core/team/key.js';
import { runs } from '../../support/fuzz.js';

describe('keyFault', () => {
  it.each([
    'MEMORY.md',
    'api.md',
    'feedback/no-mocks.md',
    'für-alle.md',
    '決定/認証.md',
    '100%.md',
    'a%20b.md',
    'f%C3%BCr-alle.md',
    'fünf%.md',
    '%zz.md',
    'v1.2.md',
    'a..b.md',
    'console.md',
    'com10.md',
    'name with spaces.md',
  ])('takes %s', (key) => {
    expect(keyFault(key)).toBeUndefined();
  });

  it.each([
    ['', 'empty'],
    ['a\0.md', 'null'],
    ['a\n.md', 'control'],
    ['a\u0085.md', 'control'],
    ['a\u202egpj.md', 'invisible'],
    ['a\u200b.md', 'invisible'],
    ['a\ud800.md', 'invisible'],
    ['/etc/passwd.md', 'absolute'],
    ['//server/share/a.md', 'absolute'],
    ['C:/a.md', 'absolute'],
    ['c:a.md', 'absolute'],
    ['~/a.md', 'absolute'],
    ['..\\a.md', 'backslash'],
    ['a\\b.md', 'backslash'],
    ['../a.md', 'traversal'],
    ['a/../../b.md', 'traversal'],
    ['./a.md', 'traversal'],
    ['a//b.md', 'traversal'],
    ['a/', 'traversal'],
    ['..', 'traversal'],
    ['%2e%2e%2fa.md', 'encoded'],
    ['%2E%2E/a.md', 'encoded'],
    ['..%2fa.md', 'encoded'],
    ['..%5ca.md', 'encoded'],
    ['%252e%252e%252fa.md', 'encoded'],
    ['a%00.md', 'encoded'],
    ['%ff%2e%2e%2fa.md', 'encoded'],
    ['%c0%ae%c0%ae/a.md', 'encoded'],
    ['%C0%2e%c0%2e/a.md', 'encoded'],
    ['a%c0%afb.md', 'encoded'],
    ['a%c1%9cb.md', 'encoded'],
    ['%e0%80%ae%e0%80%ae/a.md', 'encoded'],
    ['a%f0%80%80%afb.md', 'encoded'],
    ['%25c0%25ae%25c0%25ae/a.md', 'encoded'],
    ['%u002e%u002e/a.md', 'encoded'],
    ['a%u2215b.md', 'encoded'],
    ['%ef%bc%8e%ef%bc%8e/a.md', 'encoded'],
    ['a%e2%88%95b.md', 'encoded'],
    ['..\uff0fa.md', 'look-alike'],
    ['\uff0e\uff0e/a.md', 'look-alike'],
    ['\u2025/a.md', 'look-alike'],
    ['a\u2215b.md', 'look-alike'],
    ['a\uff3cb.md', 'look-alike'],
    ['u\u0308.md', 'composition'],
    ['ab:c.md', 'characters'],
    ['a?.md', 'characters'],
    ['a.md:stream.md', 'characters'],
    ['con.md', 'device'],
    ['AUX/a.md', 'device'],
    ['com1.md', 'device'],
    ['COM¹.md', 'device'],
    ['lpt9.txt.md', 'device'],
    ['a /b.md', 'edge'],
    ['a./b.md', 'edge'],
    [' a.md', 'edge'],
    ['.git/config.md', 'hidden'],
    ['.hidden.md', 'hidden'],
    ['node_modules/a.md', 'hidden'],
    [`${'a'.repeat(201)}.md`, 'long'],
    [`${'a/'.repeat(12)}b.md`, 'deep'],
    [`${'abcdefghi/'.repeat(11)}${'b'.repeat(200)}${'ü'.repeat(150)}.md`, 'long'],
    ['a.txt', 'not-markdown'],
    ['a.md.exe', 'not-markdown'],
    ['a.MD', 'not-markdown'],
    ['a/.md', 'hidden'],
    ['api.team-conflict-20261130-021500-ABCDEF1.md', 'copy'],
    ['api.sync-conflict-20261130-021500-ABCDEF1.md', 'copy'],
  ] as const)('refuses %j as %s', (key, fault) => {
    expect(keyFault(key)).toBe(fault);
    expect(keyFaultText(fault)).toMatch(/^[A-Z].*\.$/);
  });

  it('takes no path that leaves its folder in any reading', () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '%2e',
      '%2f',
      '%5c',
      '%25',
      '\uff0e',
      '\uff0f',
      '\u2024',
      '\0',
      'a',
      '.md',
      'C:',
      '~',
      ' ',
      '\u0301',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const key = `${parts.join('')}.md`;
        if (keyFault(key) !== undefined) return;
        for (const reading of readings(key)) {
          expect(reading.split(/[/\\]/)).not.toContain('..');
          expect(reading).not.toMatch(/^(?:[/\\~]|[a-z]:)|\0/i);
        }
      }),
      { numRuns: runs(20_000) },
    );
  });
});

/** The key as programs may read it: decoded, folded, and both. */
function readings(key: string): string[] {
  const all = [key];
  for (let at = 0; at < 4; at++) {
    const last = all.at(-1) ?? '';
    try {
      all.push(decodeURIComponent(last));
    } catch {
      all.push(last);
    }
  }
  return [...all, ...all.map((text) => text.normalize('NFKC'))];
}

describe('collisions', () => {
  it('leaves out later names that a system takes for earlier ones', () => {
    const found = collisions(['api.md', 'API.md', 'notes/a.md', 'Notes/b.md', 'notes/c.md', 'straße.md', 'STRASSE.md']);
    expect([...found]).toEqual([
      ['API.md', 'api.md'],
      ['Notes/b.md', 'notes/'],
      ['STRASSE.md', 'straße.md'],
    ]);
  });

  it('leaves out a file where another needs a folder', () => {
    expect([...collisions(['a.md/b.md', 'a.md'])]).toEqual([['a.md', 'a.md/']]);
    expect([...collisions(['a.md', 'a.md/b.md'])]).toEqual([['a.md/b.md', 'a.md']]);
  });

  it('takes the same key twice', () => {
    expect(collisions(['a.md', 'a.md', 'b/c.md', 'b/c.md']).size).toBe(0);
  });
});

describe('conflictPath', () => {
  it('names a copy that is recognized as one', () => {
    const path = conflictPath('notes/api.md', '2026-11-30T02:15:00.123Z', 'abcdef123456');
    expect(path).toBe('notes/api.team-conflict-20261130-021500-ABCDEF1.md');
    expect(isCopy(path)).toBe(true);
    expect(copyNames('api.team-conflict-20261130-021500-ABCDEF1')[0]).toMatchObject({ stem: 'api', sure: true });
  });

  it('fits the file system for the longest names', () => {
    const path = conflictPath(`${'漢'.repeat(66)}.md`, '2026-11-30T02:15:00.123Z', 'abcdef123456');
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(255);
  });
});
