/** Two memories beside each other, as they are on the disk. */
import { sideBySide } from '../../core/diff.js';
import type { MemoryId } from '../../core/memory.js';
import type { ReviewComparison } from '../../core/review/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import type { ServiceContext } from '../context.js';
import { findWritable, isActive } from '../write/find-memory.js';

export async function reviewCompare(context: ServiceContext, id: MemoryId, other: MemoryId): Promise<ReviewComparison> {
  const [one, two] = await Promise.all([id, other].map((each) => findWritable(context, each, isActive)));
  const text = (found: typeof one): string => maskForDisplay(found?.file.source.text ?? '');
  return { rows: sideBySide(text(one), text(two)) };
}
