import picomatch from 'picomatch';

import { toSlashes } from '../paths.js';

/** Whether `claudeMdExcludes` names an absolute path. */
export function excludedBy(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matches = picomatch([...patterns].map(toSlashes), { dot: true });
  return (path) => matches(toSlashes(path));
}
