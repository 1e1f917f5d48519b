/** `npm run check`: everything that can be said without packing the product. Two at a time, the longest first. */
import { runStep, runSteps, script, tests, total, type Step, type StepResult } from './lib/steps.mjs';
import { isMain } from './lib/project.mjs';

const steps: readonly Step[] = [
  tests('unit'),
  { name: 'lint', script: ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '--cache', '--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/eslint/', 'src', 'test', 'scripts', 'webview'] },
  { name: 'types', script: ['node_modules/typescript/bin/tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'] },
  { name: 'types of the panel', script: ['node_modules/typescript/bin/tsc', '-p', 'webview'] },
  { name: 'arrows', script: ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', 'src', 'webview', '--config', '.dependency-cruiser.mjs'] },
  script('manifest', 'scripts/manifest.mts', '--check'),
];

/** Builds first: unit tests of the embedder and the store start processes from dist. */
export async function check(): Promise<StepResult[]> {
  const built = await runStep(script('build', 'scripts/build.mts'));
  return [built, ...(await runSteps(steps, 2))];
}

if (isMain(import.meta.url)) {
  // Random tests take most of the unit tests' time. Each run starts from another seed, and `npm test` tries all inputs.
  process.env.MEMDIR_FUZZ_RUNS ??= '0.3';
  const results = await check();
  const { passed, failed } = total(results);
  console.log(`${passed} passed, ${failed} failed`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}
