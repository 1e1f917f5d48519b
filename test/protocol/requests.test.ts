import { describe, expect, it } from 'vitest';

import { hostNotifications, hostRequests } from '../../src/protocol/host-requests.js';
import type { NotificationName, RequestName } from '../../src/protocol/methods.js';
import { checkParams } from '../../src/protocol/requests/request.js';
import { initializationOptions } from '../../src/protocol/requests/workspace.js';

const faults = (name: RequestName, params: unknown): string | undefined =>
  checkParams(hostRequests[name], params).faults;

describe('parameters of a request', () => {
  it.each<[RequestName, unknown, RegExp]>([
    ['show', undefined, /^it is missing|received undefined/],
    ['show', {}, /^id: it is missing/],
    ['show', { id: 7 }, /^id: .*text/],
    ['show', [], /object/],
    ['search', { query: 7 }, /^query: /],
    ['search', { query: 'x', limit: 0 }, /^limit: /],
    ['search', { query: 'x', limit: 'many' }, /^limit: /],
    ['search', { query: 'x', level: 'eternal' }, /^level: .*short-term/],
    ['remember', { content: 'x', tags: [1] }, /^tags\.0: /],
    ['update', { id: 'x' }, /^content: it is missing/],
    ['forget', { id: null }, /^id: /],
    ['restore', {}, /^id: /],
    ['history', { id: 5 }, /^id: /],
    ['given', { ids: 'x' }, /^ids: /],
    ['keptFromAgents', {}, /^ids: /],
    ['tool', {}, /^name: /],
    ['inboxEdit', { id: 'x', change: {} }, /Name what changes: name, description, type or body/],
    ['inboxEdit', { id: 'x', change: { name: 5 } }, /^change\.name: /],
    ['inboxDecide', { ids: [], decision: { do: 'accept' } }, /^ids: /],
    ['inboxDecide', { ids: ['x'] }, /^decision: /],
    ['inboxDecide', { ids: ['x'], decision: { do: 'explode' } }, /^decision/],
    ['inboxDecide', { ids: ['x'], decision: { do: 'merge' } }, /^decision\.into: it is missing/],
    ['inboxDecide', { ids: ['x'], decision: { do: 'accept' }, batchId: 5 }, /^batchId: /],
    ['dreamPlan', { store: 5 }, /^store: /],
    ['dreamApply', { ids: 'x', digest: 'y' }, /^ids: /],
    ['dreamTogether', { ids: ['x'] }, /^digest: /],
    ['dreamUndo', {}, /^id: /],
    ['connectAgents', {}, /^folder: /],
    ['connectPlan', { folder: '' }, /^folder: .*; scope: /],
    ['connectPlan', { folder: '/x', scope: 'world' }, /^scope: /],
    ['connectApply', { folder: '/x', scope: 'user' }, /^digest: /],
    ['moveCandidates', { folder: [] }, /^folder: /],
    ['movePlan', { from: 5, folder: '/x' }, /^from: /],
    ['move', { from: '/x', folder: '/y' }, /^digest: /],
    ['moveUndo', {}, /^id: /],
    ['planTransfer', { how: 'fly', ids: ['x'] }, /^how: /],
    ['planTransfer', { how: 'copy', ids: ['x'], agent: 'nobody' }, /^agent: /],
    ['transfer', { how: 'copy', ids: ['x'] }, /^digest: /],
    ['fixAll', {}, /./],
    ['review', { ids: 'x' }, /^ids: /],
    ['reviewCompare', { id: 'x' }, /^other: it is missing/],
    ['modelFolders', { present: [''], gone: [] }, /^present\.0: /],
    ['ollamaPull', { use: 'fun' }, /^use: /],
  ])('of %s are refused with a sentence: %j', (name, params, sentence) => {
    expect(faults(name, params)).toMatch(sentence);
  });

  it('keep what the request takes and drop the rest', () => {
    const plan = { from: '/a', folder: '/b', digest: 'c', to: '/d', files: [] };
    expect(checkParams(hostRequests.move, plan).params).toEqual({ from: '/a', folder: '/b', digest: 'c' });
    expect(checkParams(hostRequests.view, { whatever: 1 })).toEqual({ params: undefined });
    expect(checkParams(hostRequests.view, null)).toEqual({ params: undefined });
    expect(checkParams(hostRequests.review, {}).params).toEqual({});
  });
});

describe('notifications and options', () => {
  it.each<[NotificationName, unknown]>([
    ['opened', undefined],
    ['opened', { id: 7 }],
    ['configure', undefined],
    ['configure', {}],
    ['configure', { settings: {}, trusted: 'yes', claudeEnvironment: {} }],
  ])('%s is refused: %j', (name, params) => {
    expect(checkParams(hostNotifications[name], params).faults).toMatch(/./);
  });

  it('of a client that gives none, or wrong ones, are the defaults', () => {
    const none = { settings: undefined, trusted: false, claudeEnvironment: {}, dataDir: undefined };
    for (const given of [undefined, null, 5, {}, { trusted: 'yes', claudeEnvironment: { A: 1 }, dataDir: 7 }])
      expect(initializationOptions.parse(given)).toEqual(none);
  });
});
