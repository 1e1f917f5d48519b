import { describe, expect, it } from 'vitest';

import { distillByRules } from '../../../src/core/distill/distill.js';

/** The text of the fact; empty without one. */
function distilled(text: string): string {
  const result = distillByRules({
    id: 'note',
    at: '2026-03-11T14:05:00+01:00',
    source: 'command',
    cwd: '/home/ann/shop',
    text,
  });
  return result.status === 'facts' ? result.facts.map((fact) => fact.text).join(' ') : '';
}

describe('terse notes', () => {
  it.each([
    ['branch names: <ticket>-<slug>, eg LOG-1234-fix-eta, CI rejects other stuff', '<ticket>-<slug>'],
    ['iOS: bitcode off, min target 15.1, else pod install complains about RNReanimated', 'min target 15.1'],
    ['Prefer early returns. Nested ifs make my head hurt.', 'Prefer early returns'],
    ['the header of this API is Retry-After-Ms, it is set by the vendor', 'Retry-After-Ms'],
    ['Large binaries belong into LFS (*.psd, *.fbx, *.wav).', '*.wav'],
    ["It's ndots:5 in the resolv.conf of the pods that makes lookups slow", 'ndots:5'],
    ['Never run `prisma migrate reset`. Use `prisma migrate deploy`.', 'Use `prisma migrate deploy`'],
    ['tl;dr the leak was the event listener in useSocket that never got removed', 'useSocket'],
    [
      'You assumed price_cents is an int. It is a Decimal in that service, stop casting it.',
      'price_cents is a Decimal in that service, not an int',
    ],
    ["You keep importing from 'src/index', that creates cycles.", "Importing from 'src/index' creates cycles"],
    ['hey, next time you write a migration please add a down step', 'When you write a migration add a down step'],
    ['The default of nginx is 1m, which breaks uploads. Set to 50m now.', 'Set to 50m'],
  ])('%s', (text, fact) => expect(distilled(text)).toContain(fact));
});

describe('lists and chats', () => {
  it.each([
    [
      'a heading goes with its first item, so that three sentences are left',
      'Rules for i18n keys:\n- key = screen.element.state, never English\n- plurals only through ICU\n- no HTML in messages',
      'plurals only through ICU',
    ],
    [
      'a remark below a list is none of its last item',
      'About your PR:\n1. no `any`, use `unknown`\n2. tests go beside the file\nkeep it up!',
      'beside the file (2026-03-11).',
    ],
    ['numbers of an enumeration', 'Notes: (1) API v1 ends on June 30. (2) the coffee machine is broken.', '2026-06-30'],
  ])('%s', (_name, text, fact) => expect(distilled(text).toLowerCase()).toContain(fact.toLowerCase()));

  it('names no speaker of a chat, and no warning before the error of a log', () => {
    expect(
      distilled('Ingrid 10:31\nThe eval DataLoader had shuffle=True in eval.yaml.\nTeodor 10:32\namazing'),
    ).toMatch(/^The eval DataLoader had shuffle=True in eval\.yaml \(/);
    const log =
      '2026-03-10T22:14:07Z WARN Shrinking ISR of orders-11\n2026-03-10T22:14:09Z ERROR NotEnoughReplicas for orders-11\n\nBoth brokers share one hypervisor.';
    expect(distilled(log)).toContain('hypervisor');
    expect(distilled(log)).not.toContain('Shrinking');
  });
});

describe('what belongs to the sentence before', () => {
  it.each([
    ["Don't edit gen/proto by hand, buf overwrites it. Change the .proto files and run make proto.", 'run make proto'],
    ["third_party/lwip is pinned at 4f2c9ab because upstream breaks PPP. Don't update it.", "Don't update it"],
    ['The tokens come from a nightly job into packages/tokens. Nobody should edit them by hand.', 'Nobody should edit'],
    ['The parser chokes on tabs in YAML. Convert them to spaces in the loader.', 'Convert them to spaces'],
    ["don't use Moment, we have date-fns already", 'has date-fns already'],
    ['I would rather have small PRs. Under 300 lines if you can.', 'Under 300 lines'],
    ['The build is slow because of `opt-level = 3`. Dropped it to 1.', 'Dropped it to 1'],
  ])('%s', (text, fact) => expect(distilled(text)).toContain(fact));
});

describe('words that only look empty', () => {
  it.each([
    ['index.html gets Cache-Control: no-cache from now on.', 'no-cache'],
    ['emails go through mail-low, mail-high is only for password resets', 'mail-low'],
    ['wasm-pack has to be called with --target web; with bundler the worker fails', 'asm-pack has to be called'],
    ['nightly jobs move from cron to Temporal, as cron gave us no retries', 'gave no retries'],
    ['Groups are nested in LDAP. You need the filter 1.2.840.113556.1.4.1941.', '1.2.840.113556.1.4.1941'],
    ['Carts are keyed by session. Merge them in SessionService.onLogin.', 'SessionService.onLogin'],
    ['We have to sort the seat ids before SELECT ... FOR UPDATE.', 'SELECT ... FOR UPDATE'],
    ["It's because of the timestamp in final_snapshot_identifier.", 'Because of the timestamp'],
    ['GitHub Actions restored the cargo cache of Linux on macOS.', 'GitHub Actions restored'],
  ])('%s', (text, fact) => expect(distilled(text)).toContain(fact));

  it.each([
    ['round only once, in InvoiceTotals.compute(). ugh', 'ugh'],
    ['Added it in ci.yml, no idea how this ever worked.', 'no idea'],
    ["Main uses the merge queue since Monday. Don't shoot the messenger ;)", 'messenger'],
    ['The schema has 384 dims. Whoever wrote it was drunk.', 'drunk'],
    ['We switched from ShareDB to Yjs. Docs could be better tho.', 'tho'],
    ['@marta the new API key is in the vault "Payments"', 'colleague'],
  ])('%s', (text, word) => {
    expect(distilled(text)).not.toBe('');
    expect(distilled(text)).not.toContain(word);
  });
});

describe('what was pasted', () => {
  it.each([
    [
      'the rows of a table',
      '| service | port |\n|---|---|\n| auth | 7001 |\n| billing | 7002 |\n\nThe ports are fixed in compose.yml',
      ': 7001',
    ],
    [
      'short settings',
      'What works for the proxy:\n```yaml\ntimeout: 30s\n```\nWith less the export dies.',
      'timeout: 30s',
    ],
    [
      'an error of npm',
      'npm ERR! code E401\nnpm ERR! Unable to authenticate, need: Basic realm="Artifactory"\n\nfix: the token in ~/.npmrc expired.',
      'Code E401',
    ],
  ])('%s', (_what, text, fact) => expect(distilled(text)).toContain(fact));

  it('loses addresses and process ids of one run', () => {
    const shown = distilled(
      '==21877==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000f10 at pc 0x0000004f2c1a bp 0x7f3e sp 0x7f38\nREAD of size 8 at 0x602000000f10 thread T3\n    #0 0x4f2c19 in Mesh::bounds() const src/geo/mesh.cpp:212:14\n\n^ happens as the Scene frees meshes before the render thread is joined',
    );
    expect(shown).toContain('heap-use-after-free');
    expect(shown).toContain('Scene frees meshes');
    expect(shown).not.toMatch(/0x6020|21877|\^/);
  });
});

describe('what a person only does or does not know', () => {
  it.each([
    'let me grab a coffee first, back in 10 minutes',
    "I'll review your branch tonight, promise",
    'hmmmm not sure, let me think about it a bit and come back to you',
    'I have no idea what this code does tbh',
    'sorry was in a meeting, catching up on the thread now',
    'all tests green on my machine, nice job',
    'cool, thanks! now do the same for the other two endpoints',
    'yeah do that, and while you are at it remove the console.log lines',
    'take your time with the refactoring, no pressure',
  ])('%s', (text) => expect(distilled(text)).toBe(''));
});

describe('days', () => {
  it.each([
    ['day after tomorrow the DBA team will switch the primary to ap-south-2', '2026-03-13'],
    ['Code freeze starts tomorrow and lasts till April 7th.', 'starts on 2026-03-12 and lasts till 2026-04-07'],
    ['Yesterday Redis was switched off in the staging cluster.', '2026-03-10'],
    ['The replica is done, the primary of the database follows on Saturday', '2026-03-14'],
  ])('%s', (text, fact) => expect(distilled(text)).toContain(fact));
});
