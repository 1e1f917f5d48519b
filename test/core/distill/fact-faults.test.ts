import { expect, it, test } from 'vitest';

import { factFaults } from '../../../src/core/distill/fact-faults.js';

test.each([
  ['Celery is used instead of RQ because of retries.', []],
  ['', ['is empty']],
  ['I use Celery.', ['speaks in the first person']],
  ['Use our cache.', ['speaks in the first person']],
  ['I/O is slow on us-east-1.', []],
  ['The cache fails, which is frustrating.', ['tells a feeling']],
  ['The user was exhausted after the deploy.', ['tells a feeling']],
  ['The connection pool was exhausted after the deploy.', []],
  ['The cache failed yesterday.', ['holds a date that is only true today']],
  ['Marco said the cache fails.', ['names a person']],
  ['Ask jane@example.com about the cache.', ['holds an e-mail address']],
  ['Call +49 170 1234567 when the server is down.', ['holds a phone number']],
  ['The cache belongs to @bob.', ['holds a handle']],
  ['`@types/node` and `@app.route("/")` are code.', []],
  ['One. Two. Three. Four.', ['has more than 3 sentences']],
  ['Wir nutzen Celery.', ['speaks in the first person']],
  ['The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a.', ['holds a secret']],
  ['x'.repeat(1_001), ['is longer than 1000 characters']],
  ['The wife of the user is ill.', ['tells of a private life']],
  ['The user lives in Berlin.', ['tells of a private life']],
  ['The user lives in the users table, not in Redis.', []],
  ['The user table has a pregnancy column because the clinic API sends it.', []],
] as const)('%s', (text, faults) => expect(factFaults(text)).toEqual(faults));

it('knows the names it is given', () =>
  expect(factFaults('The cache of krzysztof is cold.', { names: ['Krzysztof'] })).toEqual(['names a person']));
