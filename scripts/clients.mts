/**
 * Installs the clients that `test/clients` runs, and says which are missing and why. `--latest` installs the newest versions beside them, runs the
 * tests with each, and prints what changed.
 */
import { parseArgs } from 'node:util';

import { clientOf, installClient, newestVersion } from '../test/clients/install.mjs';
import { CLIENT_NAMES, type ClientName, CLIENTS, VERSIONS_VARIABLE } from '../test/clients/versions.mjs';
import { main } from './lib/project.mjs';
import { runStep, tests } from './lib/steps.mjs';

const { latest } = parseArgs({ options: { latest: { type: 'boolean', default: false } } }).values;

interface Newer {
  readonly name: ClientName;
  readonly version: string;
}

/** Clients of which the registry has another version than the tested one, installed. */
async function newerClients(): Promise<Newer[]> {
  const newer: Newer[] = [];
  for (const name of CLIENT_NAMES) {
    try {
      const version = await newestVersion(name);
      if (version === CLIENTS[name].version) console.log(`${name} ${version} is the newest.`);
      else if ('program' in (await installClient(name, version))) newer.push({ name, version });
      else console.log(`${name} ${version} could not be installed.`);
    } catch {
      console.log(`${name}: the registry does not answer.`);
    }
  }
  return newer;
}

await main(async () => {
  for (const name of CLIENT_NAMES) {
    const { reason } = await clientOf(name);
    if (reason === undefined) console.log(`${name} ${CLIENTS[name].version}`);
  }
  if (!latest) return;
  const newer = await newerClients();
  if (newer.length === 0) return;
  const versions = newer.map(({ name, version }) => `${name}=${version}`).join(',');
  const { ok, passed, failures } = await runStep(tests('clients', { [VERSIONS_VARIABLE]: versions }));
  for (const { name, version } of newer) console.log(`${name}: ${CLIENTS[name].version} -> ${version}`);
  console.log(ok ? `Nothing changed for Memdir (${passed} passed).` : `What changed:\n${failures.join('\n')}`);
  process.exitCode = ok ? 0 : 1;
});
