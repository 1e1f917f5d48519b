import { describe, expect, it } from 'vitest';

import { namesOf, nearestPaths, nearestWords, resolvePath, resolveWiki } from '../../../src/core/links/resolve.js';

const names = (files: Readonly<Record<string, string | undefined>>): ReturnType<typeof namesOf> =>
  namesOf(
    new Map(
      Object.entries(files).map(([path, name]) => [
        path,
        { memory: { name: name ?? path.replace(/\.md$/, ''), named: name !== undefined } },
      ]),
    ),
  );

describe('wiki links', () => {
  const store = names({
    'todo.md': 'team-todo',
    'another-todo.md': 'another',
    'feedback_short_replies.md': 'short-replies',
    'sub/deep.md': undefined,
  });
  it.each([
    ['todo', 'todo.md', 'stem'],
    ['team-todo', 'todo.md', 'name'],
    ['short-replies', 'feedback_short_replies.md', 'name'],
    ['feedback-short-replies', 'feedback_short_replies.md', 'folded'],
    ['Todo', 'todo.md', 'folded'],
    ['todo.md', 'todo.md', 'stem'],
    ['todo|alias', 'todo.md', 'stem'],
    ['todo#part', 'todo.md', 'stem'],
    ['deep', 'sub/deep.md', 'stem'],
    ['sub/deep', 'sub/deep.md', 'stem'],
    ['nowhere', undefined, undefined],
    ['', undefined, undefined],
    ['../todo', undefined, undefined],
  ])('[[%s]]', (target, found, how) => {
    const at = resolveWiki(target, store);
    expect([at.found, at.found === undefined ? undefined : at.how]).toEqual([found, how]);
  });

  it('prefers the name and lists other matches', () => {
    expect(resolveWiki('b', names({ 'a.md': 'b', 'b.md': 'c' }))).toEqual({
      found: 'a.md',
      how: 'name',
      others: ['b.md'],
    });
  });
});

describe('paths', () => {
  const store = names({ 'a.md': undefined, 'Sub/B.md': undefined, 'caf\u0065\u0301.md': undefined });
  it.each([
    ['a.md', 'a.md', 'exact'],
    ['A.md', 'a.md', 'case'],
    ['a', 'a.md', 'extension'],
    ['sub/b.md', 'Sub/B.md', 'case'],
    ['caf\u00e9.md', 'caf\u0065\u0301.md', 'exact'],
  ])('%s', (path, found, how) => {
    expect(resolvePath(path, store)).toMatchObject({ found, how });
  });

  it('knows folders', () => {
    expect(resolvePath('Sub', store)).toEqual({ found: undefined, folder: true });
    expect(resolvePath('nothing', store)).toEqual({ found: undefined, folder: false });
  });
});

describe('suggestions', () => {
  it('are obvious when there is one close name', () => {
    expect(nearestPaths('build-step.md', names({ 'build-steps.md': undefined, 'other.md': undefined }))).toEqual([
      { path: 'build-steps.md', obvious: true },
    ]);
    expect(nearestPaths('old/build-steps.md', names({ 'new/build-steps.md': undefined }))).toEqual([
      { path: 'new/build-steps.md', obvious: true },
    ]);
  });

  it('are not obvious between two, or when numbers differ', () => {
    expect(
      nearestPaths('build-step.md', names({ 'build-steps.md': undefined, 'build-stop.md': undefined })).map(
        ({ obvious }) => obvious,
      ),
    ).toEqual([false, false]);
    expect(nearestPaths('note_002.md', names({ 'note_001.md': undefined })).map(({ obvious }) => obvious)).toEqual([
      false,
    ]);
  });

  it('leave out names that differ too much', () => {
    expect(nearestPaths('removed-note.md', names({ 'build-steps.md': undefined }))).toEqual([]);
    expect(nearestWords('feedbak', ['user', 'feedback', 'project'])).toEqual(['feedback']);
    expect(nearestWords('architecture', ['user', 'feedback', 'project'])).toEqual([]);
  });
});
