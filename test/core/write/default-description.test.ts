import { expect, it } from 'vitest';

import { describe as describeBody } from '../../../src/core/write/default-description.js';

it.each([
  ['Never drop a column in the same release.', 'Never drop a column in the same release'],
  [
    'Never drop a column in the same release.\n\n**Why:** old code still reads it.\n**How to apply:** When writing a migration, split it in two.',
    'When writing a migration: Never drop a column in the same release',
  ],
  ['Ask first.\n\nHow to apply: before a schema change', 'Before a schema change: Ask first'],
  ['Erst fragen.\n\n**How to apply:** Bei Änderungen am Schema, immer.', 'Bei Änderungen am Schema: Erst fragen'],
  ['Before a schema change ask first.\n\n**How to apply:** before a schema change', 'Before a schema change ask first'],
  ['Ask first.\n\n**How to apply:** always', 'Ask first'],
])('%j', (body, description) => {
  expect(describeBody(body).replace(/\.$/, '')).toBe(description);
});
