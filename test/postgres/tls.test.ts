/** A server with TLS whose certificate an authority of its own issued. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Database } from '../../src/store/postgres/database.js';
import { startPostgres, type TestServer } from '../support/postgres.mjs';
import { quiet } from './team.mjs';

/** The user that the server runs as where tests run as root. */
const NOBODY = 65_534;
const isMissing = spawnSync('openssl', ['version']).status !== 0;
// eslint-disable-next-line no-console -- why tests are left out
if (isMissing) console.warn('Tests of TLS are skipped: there is no openssl, which makes the certificates.');

let folder: string;
let server: TestServer;

const openssl = (...args: string[]): void =>
  void execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });

const authority = (name: string): void =>
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`],
    ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
  );

/** Issued by the authority "team" for the address 127.0.0.1, and for no name. */
function serverCertificate(): void {
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=db', '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(path.join(folder, 'names'), 'subjectAltName=IP:127.0.0.1');
  openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'team.pem', '-CAkey', 'team.key', '-CAcreateserial'],
    ...['-days', '2', '-extfile', 'names', '-out', 'server.pem'],
  );
  chmodSync(path.join(folder, 'server.key'), 0o600);
  if (process.getuid?.() !== 0) return;
  for (const file of ['', 'server.key', 'server.pem']) chownSync(path.join(folder, file), NOBODY, NOBODY);
}

describe.skipIf(isMissing)('TLS', () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'memdir-tls-'));
    authority('team');
    authority('other');
    serverCertificate();
    server = await startPostgres(
      `ssl = on\nssl_cert_file = '${folder}/server.pem'\nssl_key_file = '${folder}/server.key'\nlog_connections = on\n`,
    );
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Whether a connection is encrypted, or why there is none. */
  async function ask(mode: string, { root, host = '127.0.0.1' }: { root?: string; host?: string } = {}) {
    const url = new URL(server.url().replace('127.0.0.1', host));
    url.searchParams.set('sslmode', mode);
    if (root !== undefined) url.searchParams.set('sslrootcert', path.join(folder, `${root}.pem`));
    const database = new Database({ address: { url: url.href }, log: quiet });
    try {
      const sql = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
      return (await database.raw((session) => session.rows<{ ssl: boolean }>(sql)))[0]?.ssl;
    } catch (error) {
      return String(error);
    } finally {
      await database.close();
    }
  }

  it('is used with the authority that issued the certificate', async () => {
    expect(await ask('verify-full', { root: 'team' })).toBe(true);
    expect(await ask('verify-ca', { root: 'team', host: 'localhost' })).toBe(true);
    expect(await ask('require')).toBe(true);
    expect(await ask('disable')).toBe(false);
  });

  it.each([
    ['another authority', 'verify-full', { root: 'other' }],
    ['another authority, the name not compared', 'verify-ca', { root: 'other' }],
    ['another authority, with require', 'require', { root: 'other' }],
    ['no authority named', 'verify-full', {}],
    ['another name of the server', 'verify-full', { root: 'team', host: 'localhost' }],
  ])('is refused before anything is sent: %s', async (_, mode, options) => {
    const before = readFileSync(server.logFile, 'utf8').length;
    expect(await ask(mode, options)).toContain('isn’t trusted');
    expect(readFileSync(server.logFile, 'utf8').slice(before)).not.toContain('authorized');
  });
});
