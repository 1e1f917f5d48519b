/** What the check of native files refuses. That all of today's dependencies pass is said by `npm run check` and by each package that is made. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { nativeFilesIn, productionPackages, refusedFiles } from '../../scripts/lib/native-files.mjs';

const [ELF, MACH_O, PE, WASM] = ['7f454c46', 'cffaedfe', '4d5a9000', '0061736d'];
const scratch = mkdtempSync(join(tmpdir(), 'memdir-native-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let folder: string;
let count = 0;
beforeEach(() => mkdirSync((folder = join(scratch, String(++count)))));

function refused(content: string | Buffer, { magic = ELF, name = 'file' } = {}): string[] {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1');
  writeFileSync(join(folder, name), Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(8), bytes]));
  return refusedFiles(folder);
}

describe('a native file is refused', () => {
  it.each([
    [
      'https://mobile.events.data.microsoft.com/OneCollector/1.0/',
      'names a telemetry service or client, OneCollector.',
    ],
    ['browser.events.data.microsoft.com', 'names a telemetry service or client, .data.microsoft.com.'],
    ['\0ORT_DISABLE_TELEMETRY\0', 'names a telemetry service or client, ORT_DISABLE_TELEMETRY.'],
    ['see http://collector.example.org/v1', 'holds an address of collector.example.org.'],
    ['wss://192.0.2.1:443/', 'holds an address of 192.0.2.1.'],
    ['https://github.com.example.org', 'holds an address of github.com.example.org.'],
    ['https://github.com@example.org', 'holds an address of example.org.'],
    ['\0getaddrinfo\0', 'imports the network function getaddrinfo.'],
  ])('for %s', (text, finding) => {
    expect(refused(text)).toContain(`file ${finding}`);
  });

  it('for a name in UTF-16', () => {
    expect(refused(Buffer.from('https://dc.example.org/ and posthog.com', 'utf16le'), { magic: PE })).toEqual([
      'file names a telemetry service or client, posthog.com.',
      'file holds an address of dc.example.org.',
    ]);
  });

  it('for what Windows and macOS call their networks', () => {
    expect(refused('\0WINHTTP.dll\0', { magic: PE })).toEqual(['file imports the network library WINHTTP.dll.']);
    expect(
      refused('/System/Library/Frameworks/CFNetwork.framework/Versions/A/CFNetwork\0_connect\0', { magic: MACH_O }),
    ).toEqual([
      'file imports the network function connect.',
      'file imports the network library /CFNetwork.framework/.',
    ]);
  });

  it("for a place among Windows's telemetry providers, unless its name is known", () => {
    const group = Buffer.from('1a73504fcf898247b3e0dce8c90476ba', 'hex');
    expect(refused(group, { magic: PE, name: 'other.dll' })).toEqual([
      'other.dll belongs to the telemetry providers of Windows.',
    ]);
    rmSync(join(folder, 'other.dll'));
    expect(refused(group, { magic: PE, name: 'onnxruntime.dll' })).toEqual([]);
  });
});

describe('a native file passes', () => {
  it.each([
    'https://github.com/microsoft/onnxruntime/issues',
    'https://user.github.com/',
    'http://www.microsoft.com0',
    'https://%s:%d/ and file:///tmp',
    'connect to the socket',
  ])('with %s', (text) => {
    expect(refused(text)).toEqual([]);
  });
});

it('takes files for native by what they begin with, in all folders below', () => {
  mkdirSync(join(folder, 'sub'));
  for (const [at, magic] of [ELF, MACH_O, PE, WASM].entries())
    writeFileSync(join(folder, 'sub', `${at}.txt`), Buffer.from(`${magic}00`, 'hex'));
  writeFileSync(join(folder, 'script.node'), '// https://posthog.com');
  writeFileSync(join(folder, 'empty.so'), '');
  expect(nativeFilesIn(folder)).toEqual([0, 1, 2, 3].map((at) => join(folder, 'sub', `${at}.txt`)));
});

it('looks at every package that Memdir works with, and at no tool', () => {
  const packages = productionPackages();
  expect(packages).toEqual(
    expect.arrayContaining([
      'node_modules/onnxruntime-node',
      'node_modules/onnxruntime-web',
      'node_modules/better-sqlite3',
      'node_modules/sqlite-vec',
    ]),
  );
  expect(packages).not.toContain('node_modules/esbuild');
});
