/** Personal data in the forms of many countries, and similar texts about software. */
import { expect, test } from 'vitest';

import { distillByRules } from '../../src/core/distill/distill.js';
import { factFaults } from '../../src/core/distill/fact-faults.js';

const PEOPLE: readonly string[] = [
  'Call +44 20 7946 0958 for access.',
  'The support number is (02) 9374 4000.',
  'Ring 0412 345 678 when it fails.',
  'The line is 8 (495) 123-45-67.',
  'The line is +7 495 123-45-67.',
  'The number 010-1234-5678 pages the team.',
  'The number is +55 (11) 91234-5678.',
  'The number is 011 4321-1234 in the office.',
  'IBAN DE89 3704 0044 0532 0130 00 is the account.',
  'The IBAN is GB82WEST12345698765432.',
  'The card 4242 4242 4242 4242 is charged.',
  'The card is 5555555555554444.',
  'Card 3782 822463 10005 is refused.',
  'The office is at 221B Baker Street, London.',
  'Ships to 1600 Amphitheatre Parkway, Mountain View.',
  'Das Büro ist in der Musterstraße 12, 10115 Berlin.',
  'The address is 12 rue de la Paix, 75002 Paris.',
  'La oficina está en Calle Mayor 5, Madrid.',
  'Reachable on Telegram as @jane_doe_dev.',
  'Sarah owns the billing service.',
  'The deploy was broken by Jean-Pierre Dupont.',
  '田中さん decided the schema.',
  'Herr Müller entscheidet über das Schema.',
  'Señor García decide el esquema.',
  'Monsieur Dupont a choisi Postgres.',
  'Иван Петров выбрал Postgres.',
  '王小明决定使用 Postgres。',
  '김철수 님이 결정했다.',
  'Il signor Rossi ha scelto Postgres.',
  'O senhor Silva escolheu Postgres.',
  'The SSN 123-45-6789 is in the fixture.',
  'Frau Schmidt owns the schema.',
  'Anna entscheidet das Schema.',
  'jane.doe＠example.com owns it.',
  'mail jane&#64;example.com about it.',
  'mailto:jane@example.com is in the footer.',
  'The owner is jane@münchen.de.',
];

const NOBODY: readonly string[] = [
  'Use @types/node 24.1.0 for the build.',
  '@Injectable() marks the service.',
  'The service runs on port 5432.',
  'UUID 550e8400-e29b-41d4-a716-446655440000 is the tenant.',
  'Released on 2026-03-11.',
  'The server 10.0.0.1:8080 is staging.',
  'Use @nestjs/core and @angular/cli.',
  'The path is /etc/nginx/nginx.conf:12.',
  'Version 1.2.3-rc.4 breaks it.',
  'The build number is 20260311123456.',
  'The timestamp 1700000000000 is in ms.',
  'Snowflake id 1234567890123456789 is a channel.',
  'Order 4000000000000000 is a test id.',
  'The commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b fixed it.',
  'ISBN 978-3-16-148410-0 is cited.',
  'The Main Street component renders the map.',
  'The timeout is 30000 ms.',
  'Uses Postgres 16 in eu-central-1.',
  'The Dockerfile sets USER 1000:1000.',
  'Chrome 120 sends the header.',
  'The test has 12 rue cases.',
  'Use the Strategy pattern in 3 places.',
  'Road 5 of the map is cached.',
  'The MAC 00:1B:44:11:3A:B7 is the gateway.',
  'Spring Boot 3.2 requires Java 17.',
  'Grant all rights to app.',
  'Der Dienst läuft auf Port 8080.',
  'El servicio usa Redis 7.',
  'The router uses 5 places.',
  'The Court Service 12 endpoint is slow.',
  'Way 4 is faster.',
  'The IBAN field is validated by DE00 0000 0000 0000 0000 00.',
  'Card type 4242 is used in tests.',
  'The id 4111111111111112 is a tenant.',
  'Speicherplatz 10 GB reicht nicht.',
  '皆さん means everybody.',
  '高性能 means fast.',
  'Росфинмониторинг blocks the port.',
  '고객님 is the greeting in the template.',
];

test.each(PEOPLE)('finds personal data: %s', (text) =>
  expect(factFaults(text).some((fault) => /^names a person|^holds an? |private|life/.test(fault))).toBe(true),
);

test.each(NOBODY)('finds no personal data: %s', (text) =>
  expect(factFaults(text).filter((fault) => /^names|^holds an? /.test(fault))).toEqual([]),
);

test.each([
  'DE89 3704 0044 0532 0130 00',
  '4242 4242 4242 4242',
  '221B Baker Street',
  '123-45-6789',
  'GB82WEST12345698765432',
])('leaves %s out of what it keeps', (value) => {
  const kept = distillByRules({
    id: '1',
    at: '2026-03-11T14:05:00+01:00',
    source: 'command',
    text: `The staging database is flushed at night because the Redis cache is full, ${value} is on file.`,
  });
  expect(JSON.stringify(kept)).not.toContain(value);
});
