/** `npm run check`: everything that can be said without packing the product. Two at a time, the longest first. */
import { isMain } from './lib/project.mjs';
import { runStep, runSteps, script, type Step, type StepResult, tests, total } from './lib/steps.mjs';

/** A step that runs a program of node_modules; its arguments are parted by blanks. */
const program = (name: string, file: string, args: string): Step => ({
  name,
  script: [`node_modules/${file}`, ...args.split(' ')],
});

const steps: readonly Step[] = [
  tests('unit'),
  program(
    'lint',
    'eslint/bin/eslint.js',
    '--max-warnings 0 --cache --cache-strategy content --cache-location node_modules/.cache/eslint/ src test scripts webview',
  ),
  program('types', 'typescript/bin/tsc', '-p . --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo'),
  program('types of the panel', 'typescript/bin/tsc', '-p webview'),
  program('format', 'prettier/bin/prettier.cjs', '--check --log-level warn --cache --cache-strategy content .'),
  program('arrows', 'dependency-cruiser/bin/dependency-cruiser.mjs', 'src webview --config .dependency-cruiser.mjs'),
  script('manifest', 'scripts/manifest.mts', '--check'),
  script('texts', 'scripts/l10n.mts', '--check'),
  script('native files', 'scripts/native-files.mts'),
];

/** Builds first: unit tests of the embedder and the store start processes from dist. */
export async function check(): Promise<StepResult[]> {
  const built = await runStep(script('build', 'scripts/build.mts'));
  return [built, ...(await runSteps(steps, 2))];
}

if (isMain(import.meta.url)) {
  const results = await check();
  const { passed, failed } = total(results);
  console.log(`${passed} passed, ${failed} failed`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}
