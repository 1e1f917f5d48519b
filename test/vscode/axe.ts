/** Accessibility of a page, as axe-core finds it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Frame } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** The violations in a frame, one line each. The script is evaluated: the page lets no other in. */
export async function violationsIn(frame: Frame): Promise<string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await frame.evaluate(source);
  const violations = await frame.evaluate<readonly Violation[]>('axe.run().then(({ violations }) => violations)');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
