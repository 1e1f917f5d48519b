import { expect, test } from 'vitest';

import { maskSecrets } from '../../../src/core/secrets/secrets.js';

/** A line of a `.env`, and whether its value is masked. */
test.each([
  ['JWT_SECRET=correct-horse-battery-staple', false],
  ['REDIS_PASSWORD=redispw', false],
  ['export DB_PASSWORD="geheim wort"', false],
  ["  SMTP_PASS='winter'  # of the mailer", false],
  ['SECRET_KEY_BASE=abcdefabcdef\r', false],
  ['- SESSION_SECRET=mysecretsession', false],
  ['POSTGRES_PASSWORD=postgres', true],
  ['ACCESS_TOKEN_TTL=3600s', true],
  ['TOKEN_URL=https://login.example.com/token', true],
  ['PRIVATE_KEY_PATH=/etc/ssl/key.pem', true],
  ['API_KEY=$OTHER_KEY', true],
  ['MAX_TOKENS=4000', true],
  ['Set JWT_SECRET=dev-secret in CI', true],
])('%s', (line, kept) => {
  const masked = maskSecrets(`PORT=3000\n${line}\nHOST=db`);
  if (kept) expect(masked).toBe(`PORT=3000\n${line}\nHOST=db`);
  else expect(masked).toMatch(/^PORT=3000\n.*=["']?\[masked: .*\nHOST=db$/s);
});

test('is answered for any text in time linear in it', () => {
  for (const text of [
    'A_'.repeat(8_000),
    'SECRET='.repeat(2_000),
    'A_SECRET=x\n'.repeat(1_400),
    `${'\t'.repeat(15_000)}SECRET=`,
  ])
    expect(() => maskSecrets(text)).not.toThrow();
});
