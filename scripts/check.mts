/** `npm run check`: everything that can be said without starting the product. Two at a time; under a minute. */
import { runSteps, script, tests, total, type Step, type StepResult } from './lib/steps.mjs';
import { isMain } from './lib/project.mjs';

const steps: readonly Step[] = [
  { name: 'lint', script: ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', 'src', 'test', 'scripts', 'webview'] },
  { name: 'types', script: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { name: 'types of the panel', script: ['node_modules/typescript/bin/tsc', '-p', 'webview'] },
  { name: 'arrows', script: ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', 'src', 'webview', '--config', '.dependency-cruiser.mjs'] },
  script('manifest', 'scripts/manifest.mts', '--check'),
  tests('unit'),
];

export const check = (): Promise<StepResult[]> => runSteps(steps, 2);

if (isMain(import.meta.url)) {
  const results = await check();
  const { passed, failed } = total(results);
  console.log(`${passed} passed, ${failed} failed`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}
