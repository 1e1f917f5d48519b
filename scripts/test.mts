/**
 * `npm test`: the quick checks, then the product as it is shipped. What fails soonest comes first; the last line is `N passed, N failed`,
 * above it stands what failed, and the exit code tells whether all went well. The packages are made once and tested as they are.
 */
import { rmSync } from 'node:fs';

import { check } from './check.mjs';
import { compileCache, runStep, runTwice, script, tests, total } from './lib/steps.mjs';
import { canHavePostgres } from './testbed/postgres.mjs';

// The same inputs in every run of everything; the fast loop and `MEMDIR_FUZZ_SEED` try others.
process.env.MEMDIR_FUZZ_SEED ??= '1';

const PACKAGED = { MEMDIR_SKIP_PACKAGE: '1' };
const started = performance.now();
// Files of earlier runs, among them those of packages that were unpacked, would stay for ever.
rmSync(compileCache, { recursive: true, force: true });

// Test bed and clients come over the network, which nothing else here waits for.
const installing = runStep(script('test bed', 'scripts/testbed/prepare.mts'));
const clients = runStep(script('clients', 'scripts/clients.mts'));
console.log('== check');
const results = await check();
const [bed, engine, packaged] = await Promise.all([
  installing,
  runTwice(tests('engine')),
  runStep(script('package', 'scripts/vsix.mts')),
]);
results.push(bed, engine, packaged);
// The first of its tests unpacks a server, which takes less than a minute. Both wait for other processes most of their time.
const hasPostgres = canHavePostgres();
if (!hasPostgres)
  console.log(
    '\n== postgres: skipped, because it needs Debian 12 or 13, or MEMDIR_TEST_POSTGRES (see CONTRIBUTING.md)',
  );
results.push(await clients);
results.push(
  ...(await Promise.all([...(hasPostgres ? [runTwice(tests('postgres'))] : []), runTwice(tests('clients'))])),
);
results.push(await runTwice(tests('process', PACKAGED)));
const inVsCode = tests('vscode', PACKAGED);
const withoutTeam = hasPostgres ? [] : ['--exclude=test/vscode/team*.test.ts'];
if (packaged.ok && bed.ok) results.push(await runTwice({ ...inVsCode, script: [...inVsCode.script, ...withoutTeam] }));

const failed = results.filter(({ ok }) => !ok);
for (const { name, failures } of failed) console.log(`\n== failed: ${name}\n${failures.join('\n')}`);
console.log(
  `\nTook ${Math.round((performance.now() - started) / 1000)} s.${failed.length > 0 ? ` Failed: ${failed.map(({ name }) => name).join(', ')}.` : ''}`,
);
const counts = total(results);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
