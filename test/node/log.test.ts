import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { maskForDisplay } from '../../src/core/secrets/secrets.js';
import { dataDirectory } from '../../src/node/data-dir.js';
import { createLog, fileSink } from '../../src/node/log.js';
import { randomText } from '../core/random-text.js';
import { tempFolder } from './support.js';

describe('the log', () => {
  it("writes one line a message, without the user's name in paths", () => {
    const lines: string[] = [];
    const log = createLog({ sink: (line) => lines.push(line), home: '/home/someone', mask: maskForDisplay });
    log.warn('/home/someone/x\nis odd');
    log.error('Failed', new Error('/home/someone/y'));
    expect(lines).toEqual(['~/x ⏎ is odd', 'Failed: ~/y']);
  });

  it('masks a secret in the name of a file', () => {
    const lines: string[] = [];
    const token = `ghp_${randomText(36)}`;
    createLog({ sink: (line) => lines.push(line), home: '/h', mask: maskForDisplay }).warn(`${token}.md is no text.`);
    expect(lines).toEqual(['[masked: GitHub access token].md is no text.']);
  });

  it('drops lines below its level', () => {
    const lines: string[] = [];
    const log = createLog({ sink: (line) => lines.push(line), home: '/h', level: 'warn', mask: maskForDisplay });
    log.info('a');
    log.warn('b');
    expect(lines).toEqual(['b']);
  });

  it('rotates a large file', async () => {
    const file = join(await tempFolder(), 'logs', 'memdir.log');
    fileSink(file)('first', 'info');
    writeFileSync(file, 'x'.repeat(1024 * 1024 + 1));
    fileSink(file)('second', 'warn');
    expect(readFileSync(file, 'utf8')).toMatch(/^\S+ warn second\n$/);
    expect(existsSync(`${file}.1`)).toBe(true);
  });

  it('never throws when it cannot be written', async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(() => fileSink(join(folder, 'file', 'memdir.log'))('x', 'error')).not.toThrow();
  });
});

describe('the data folder', () => {
  it("is the option, else the environment variable, else the platform's default", () => {
    expect(dataDirectory({ MEMDIR_DATA_DIR: '/env' }, '/given')).toBe('/given');
    expect(dataDirectory({ MEMDIR_DATA_DIR: '/env' })).toBe('/env');
    expect(dataDirectory({})).toMatch(/memdir/i);
  });
});
