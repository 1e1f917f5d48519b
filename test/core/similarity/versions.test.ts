import { describe, expect, it } from 'vitest';

import { typeTable } from '../../../src/core/memory-types.js';
import { parseMemory } from '../../../src/core/parse-memory.js';
import type { ParsedFile } from '../../../src/core/parsed-file.js';
import { versionReason } from '../../../src/core/similarity/relations.js';
import { source } from '../cases/cases.js';

const CONTEXT = { types: typeTable(), storeKind: 'main' } as const;

const memory = (name: string, description: string, body: string, more = ''): ParsedFile =>
  parseMemory(
    source(`${name}.md`, `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}\n`),
    CONTEXT,
  );

describe('versions of one fact', () => {
  it.each<[string, ParsedFile, ParsedFile, string]>([
    [
      'moved from one tool to another',
      memory(
        'search-engine-typesense',
        'Product search runs on Typesense',
        'We moved from Elasticsearch to Typesense in May.',
      ),
      memory('search-engine', 'Search engine of the shop', 'Product search uses Elasticsearch 8 with two nodes.'),
      'contradicts',
    ],
    [
      'a name that has the other and more, and a description that says it anew',
      memory('refund-window-30', 'Self-service refund window is 30 days for all countries', 'It is 30 days now.'),
      memory('refund-window', 'Self-service refunds are allowed for 14 days', 'Customers can refund after delivery.'),
      'retells',
    ],
    [
      'another value of the same sentence',
      memory('pool-raised', 'Load test of May', 'The connection pool of the gateway holds 40 connections.'),
      memory('pool-raised-old', 'Gateway', 'The connection pool of the gateway holds 20 connections.'),
      'contradicts',
    ],
    [
      'its own word',
      memory('freeze', 'When we freeze', 'In December.', 'supersedes: holidays.md\n'),
      memory('holidays', 'Quiet weeks', 'No deploys.'),
      'replaces',
    ],
  ])('%s', (_what, newer, older, reason) => {
    expect(versionReason(newer, older)).toBe(reason);
  });

  it.each<[string, ParsedFile, ParsedFile]>([
    [
      'one sentence about two things',
      memory('billing-deploys', 'Deploys of the billing service go through Nomad on Monday', 'So it is.'),
      memory('search-deploys', 'Deploys of the search service go through Vault on Friday', 'So it is.'),
    ],
    [
      'a subject and a part of it',
      memory('deploy', 'How releases reach production', 'By the pipeline.'),
      memory('deploy-rollback', 'What to do when the site is down', 'Press the button.'),
    ],
    [
      'two facts on one subject',
      memory('invoice-rounding', 'Invoices round half to even', 'Each line is rounded.'),
      memory('invoice-language', 'Invoices are written in the language of the customer', 'German for Austria.'),
    ],
    [
      'the same text twice',
      memory(
        'notes',
        'How the night job of the ledger works',
        'The night job of the ledger copies all rows, then it sends a mail to the team of the ledger.',
      ),
      memory(
        'notes-copy',
        'How the night job of the ledger works',
        'The night job of the ledger copies all rows, then it sends a mail to the team of the ledger.',
      ),
    ],
    [
      'the older one says that it replaces the newer',
      memory('holidays', 'Quiet weeks', 'No deploys.'),
      memory('freeze', 'When we freeze', 'In December.', 'supersedes: holidays.md\n'),
    ],
  ])('not: %s', (_what, newer, older) => {
    expect(versionReason(newer, older)).toBeUndefined();
  });
});
