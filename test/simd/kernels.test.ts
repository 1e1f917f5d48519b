import { expect, it } from 'vitest';

import { assembledKernels } from '../../scripts/lib/assemble.mjs';
import kernels from '../../src/simd/kernels.json' with { type: 'json' };

it('are the assembled text (npm run manifest)', async () => {
  expect(kernels).toEqual(await assembledKernels());
});
