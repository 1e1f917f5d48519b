import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Memory, StoreKind } from '../../src/core/memory.js';
import { typeTable } from '../../src/core/memory-types.js';
import { parseMemory } from '../../src/core/parse-memory.js';
import { caseText, source } from './cases/cases.js';

const types = typeTable();
const parse = (path: string, text: string, storeKind: StoreKind = 'main'): Memory =>
  parseMemory(source(path, text), { types, storeKind }).memory;
const ofCase = (name: string, file: string): Memory => parse(file, caseText(name, file));
const front = (block: string): string => `---\n${block}\n---\nBody.\n`;

describe('name, description, type', () => {
  it.each([
    ['06-unquoted-colon', 'a.md', 'deploy-rule', 'Ship on green: never by hand', 'feedback'],
    ['06-unquoted-colon', 'b.md', 'Plan: next quarter', 'fine', 'project'],
    ['06-unquoted-colon', 'c.md', 'quoted-then-more', '"safe mode" is the default now', 'project'],
    ['09-nested-metadata', 'a.md', 'nested-style', 'type lives under metadata', 'feedback'],
    ['09-nested-metadata', 'b.md', 'flat-style', 'type at top', 'feedback'],
    ['09-nested-metadata', 'c.md', 'misfiled', 'type value stored under node_type', 'unknown'],
    ['09-nested-metadata', 'd.md', 'both', 'two places disagree', 'user'],
    ['10-blanked-frontmatter', 'lost-name.md', 'lost-name', '', 'unknown'],
    ['15-bom-crlf', 'a.md', 'windows-note', 'saved by a Windows editor', 'feedback'],
    ['17-js-frontmatter', 'a.md', 'a', '', 'unknown'],
    ['17-js-frontmatter', 'c.md', 'c', 'tag', 'user'],
    ['18-yaml-alias-bomb', 'bomb.md', 'bomb', 'alias expansion', 'project'],
    ['18-yaml-alias-bomb', 'cycle.md', 'cycle', 'self reference', 'project'],
  ])('case %s: %s', (name, file, expectedName, description, type) => {
    expect(ofCase(name, file)).toMatchObject({ name: expectedName, description, type });
  });

  it.each([
    ['a.md', 'decision'],
    ['b.md', 'context'],
    ['c.md', 'failure'],
    ['d.md', 'pattern'],
    ['e.md', 'dependency'],
    ['f.md', 'feedback'],
    ['g.md', 'feedback'],
    ['h.md', 'architecture'],
    ['i.md', 'user'],
    ['j.md', 'user'],
    ['k.md', 'unknown'],
  ])('case 49: the type of %s is %s', (file, type) => {
    expect(ofCase('49-unknown-and-distill-types', file).type).toBe(type);
  });

  it('tells a written name from one derived from the file', () => {
    expect(ofCase('10-blanked-frontmatter', 'linker.md').named).toBe(true);
    expect(ofCase('10-blanked-frontmatter', 'lost-name.md').named).toBe(false);
    expect(parse('notes/Deep One.MD', 'text')).toMatchObject({
      name: 'Deep One',
      named: false,
      path: 'notes/Deep One.MD',
    });
  });
});

describe('lists and keys of the memory model', () => {
  it.each([
    ['flow list', 'repos: [api, web, api]', ['api', 'web']],
    ['block list', 'repos:\n  - api\n  - web', ['api', 'web']],
    ['text with commas', 'repos: api,  web,', ['api', 'web']],
    ['one repository', 'repo: api', ['api']],
    ['below metadata', 'metadata:\n  repos: [api]', ['api']],
    ['empty list, then the other spelling', 'repos: []\nrepo: api', ['api']],
    ['none', 'name: x', []],
  ])('repos as %s', (_what, block, repos) => {
    expect(parse('a.md', front(block)).repos).toEqual(repos);
  });

  it('reads the keys Memdir writes, wherever a rewrite has moved them', () => {
    const flat =
      'id: m-1\nagent_id: bot\ntags: [x, y]\nsupersedes: old.md\nsuperseded_by: new.md\ndeleted_at: 2026-03-01T00:00:00Z';
    const expected = {
      ownId: 'm-1',
      agentId: 'bot',
      tags: ['x', 'y'],
      supersedes: 'old.md',
      supersededBy: 'new.md',
      deletedMs: Date.UTC(2026, 2, 1),
    };
    expect(parse('a.md', front(flat))).toMatchObject(expected);
    expect(parse('a.md', front(`metadata:\n  ${flat.replaceAll('\n', '\n  ')}`))).toMatchObject(expected);
    expect(parse('a.md', front('agentId: other')).agentId).toBe('other');
    expect(parse('a.md', front('deleted_at: someday')).deletedMs).toBeUndefined();
  });

  it.each([
    ['type table', 'type: project', 'main', 'a.md', 'short-term'],
    ['unknown type', 'type: odd', 'main', 'a.md', 'long-term'],
    ['two repositories', 'type: project\nrepos: a, b', 'main', 'a.md', 'shared'],
    ['the same repository twice', 'type: project\nrepos: a, a', 'main', 'a.md', 'short-term'],
    ['team store', 'type: project', 'team', 'a.md', 'shared'],
    ['team folder', 'type: project', 'main', 'team/a.md', 'shared'],
  ] as const)('level by %s', (_what, block, kind, path, level) => {
    expect(parse(path, front(block), kind).level).toBe(level);
  });
});

describe('body', () => {
  it.each(['a.md', 'b.md', 'd.md'])('case 11: all of %s stays searchable', (file) => {
    const text = caseText('11-unclosed-frontmatter', file);
    expect(ofCase('11-unclosed-frontmatter', file)).toMatchObject({
      body: text,
      bodyLine: 0,
      searchable: true,
      name: file.replace('.md', ''),
    });
  });

  it('case 13: text between two rules is not swallowed', () => {
    expect(ofCase('13-rule-is-not-frontmatter', 'a.md').body).toContain('A thematic break opens this note.');
  });

  it('case 15: starts below the fence, a byte order mark never belongs to it', () => {
    expect(ofCase('15-bom-crlf', 'a.md')).toMatchObject({
      bodyLine: 5,
      body: '\r\nFirst needle-gamma line.\r\nSecond line.\r\n',
    });
    expect(parse('a.md', '\uFEFFText').body).toBe('Text');
  });

  it.each([
    ['utf8-invalid', true],
    ['utf16', false],
    ['binary', false],
  ] as const)('case 16: a file that is %s is a memory all the same', (encoding, searchable) => {
    const { memory } = parseMemory(source('odd.md', 'needle-delta \uFFFD [[x]]', encoding), {
      types,
      storeKind: 'main',
    });
    expect(memory).toMatchObject({ name: 'odd', searchable, type: 'unknown' });
    expect(memory.links).toHaveLength(searchable ? 1 : 0);
  });

  it('case 16: an empty file is an empty memory', () => {
    expect(parse('empty.md', '')).toMatchObject({ name: 'empty', body: '', bodyLine: 0, links: [] });
  });

  it('never fails, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        (text, path) => void parse(path, `---\n${text}\n---\n${text}`),
      ),
    );
  });
});
