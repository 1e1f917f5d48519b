/**
 * `npm test`: the quick checks, then the product as it is shipped. Ends with `N passed, N failed` and tells by its exit
 * code whether all went well. The packages are made once and tested as they are.
 */
import { check } from './check.mjs';
import { bedVersion, ensureBed, ensureBrowser } from './testbed/install.mjs';
import { runStep, script, tests, total, type StepResult } from './lib/steps.mjs';

/** Installs what the tests in VS Code run on; a failure there is a failed step, not the end. */
function prepareBed(): StepResult {
  try {
    const browser = ensureBrowser();
    console.log(`ok     test bed (VS Code ${bedVersion(ensureBed())}, ${browser})`);
    return { name: 'test bed', ok: true, passed: 0, failed: 0 };
  } catch (error) {
    console.error(`FAILED test bed: ${error instanceof Error ? error.message : String(error)}`);
    return { name: 'test bed', ok: false, passed: 0, failed: 1 };
  }
}

// The same inputs in every run of everything; the fast loop and `MEMDIR_FUZZ_SEED` try others.
process.env.MEMDIR_FUZZ_SEED ??= '1';

const PACKAGED = { MEMDIR_SKIP_PACKAGE: '1' };
const results: StepResult[] = [];
const started = performance.now();

console.log('== check');
results.push(...(await check()));
results.push(await runStep(tests('engine'), true));
const packaged = await runStep(script('package', 'scripts/vsix.mts'), true);
results.push(packaged);
results.push(await runStep(tests('process', PACKAGED), true));
const bed = prepareBed();
results.push(bed);
if (packaged.ok && bed.ok) results.push(await runStep(tests('vscode', PACKAGED), true));

const failures = results.filter(({ ok }) => !ok).map(({ name }) => name);
console.log(`\nTook ${Math.round((performance.now() - started) / 1000)} s.${failures.length > 0 ? ` Failed: ${failures.join(', ')}.` : ''}`);
const { passed, failed } = total(results);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && failures.length === 0 ? 0 : 1;
