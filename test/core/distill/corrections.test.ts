/** What users say to an agent that does it wrong, in English, in other languages and in two at once: said on Wednesday, 11 March 2026. */
import { describe, expect, test } from 'vitest';

import { distillByRules, factFaults } from '../../../src/core/distill.js';
import type { Distilled } from '../../../src/core/distill/rules.js';

const of = (text: string): Distilled =>
  distillByRules({ id: '1', at: '2026-03-11T14:05:00+01:00', source: 'transcript', text });

/** The words, the type and the text of what is kept of them. */
const KEPT: readonly (readonly [string, string, string])[] = [
  ['no, always use pnpm here, never npm', 'pattern', 'Always use pnpm here, never npm.'],
  [
    'No! Stop running the whole test suite after every change, only run the file you touched.',
    'feedback',
    'Stop running the whole test suite after every change, only run the file you touched.',
  ],
  [
    'stop adding try/catch around everything, let the errors bubble up',
    'feedback',
    'Stop adding try/catch around everything, let the errors bubble up.',
  ],
  [
    "I told you twice already: don't edit the generated client, run `make client` instead",
    'pattern',
    "Don't edit the generated client, run `make client` instead.",
  ],
  [
    `that's not what I asked for. We never use default exports in this repo, only named ones.`,
    'pattern',
    'Never use default exports in this repo, only named ones.',
  ],
  [
    'please stop summarizing what you did at the end of every answer',
    'feedback',
    'Stop summarizing what you did at the end of every answer.',
  ],
  [`Don't commit for me. I commit myself.`, 'pattern', `Don't commit. The user commits.`],
  [
    "you're using the old API again. `createRoot` replaced `ReactDOM.render` in React 18, we're on 19.",
    'context',
    '`createRoot` replaced `ReactDOM.render` in React 18, the project is on 19 (2026-03-11).',
  ],
  [
    'wrong directory, the migrations live in db/changes not in migrations/',
    'context',
    'The migrations live in db/changes not in migrations/ (2026-03-11).',
  ],
  [
    'nope, we do not mock the database in tests, use testcontainers',
    'context',
    'The project does not mock the database in tests, use testcontainers (2026-03-11).',
  ],
  ['Why do you keep using moment? We use date-fns. Always.', 'context', 'The project uses date-fns (2026-03-11).'],
  [
    'can you please not use sudo for docker, my user is in the docker group',
    'pattern',
    'Do not use sudo for docker, the user is in the docker group.',
  ],
  [
    'undo that. We want tabs in this project, 4 wide, see .editorconfig',
    'context',
    'The project wants tabs, 4 wide, see .editorconfig (2026-03-11).',
  ],
  [
    'Actually use `httpx` not `requests`, everything here is async',
    'pattern',
    'Use `httpx` not `requests`, everything here is async.',
  ],
  [
    'I said kebab-case for file names, not camelCase!',
    'context',
    'Kebab-case for file names, not camelCase (2026-03-11).',
  ],
  [
    `never force push to shared branches, I had to restore Anna's commits from the reflog yesterday`,
    'pattern',
    'Never force push to shared branches, the user had to restore the commits from the reflog on 2026-03-10.',
  ],
  [
    'hmm no, the env var is called STRIPE_WEBHOOK_SECRET, not STRIPE_SECRET',
    'context',
    'The env var is called STRIPE_WEBHOOK_SECRET, not STRIPE_SECRET (2026-03-11).',
  ],
  [
    `Stop guessing. If you don't know an API, look it up in the docs folder first.`,
    'context',
    `If you don't know an API, look it up in the docs folder first (2026-03-11).`,
  ],
  ['always ask me before you delete files', 'feedback', 'Always ask the user before you delete files.'],
  ['from now on write the tests first, then the code', 'pattern', 'Always write the tests first, then the code.'],
  [
    'no comments in code please unless something is really surprising',
    'feedback',
    'No comments in code unless something is surprising.',
  ],
  [
    `Don't touch package-lock.json by hand, run npm install instead`,
    'pattern',
    `Don't touch package-lock.json by hand, run npm install instead.`,
  ],
  [
    'you forgot the changelog again!! every PR needs a line in CHANGELOG.md',
    'pattern',
    'Every PR needs a line in CHANGELOG.md.',
  ],
  [`be brief. I don't need you to explain what a closure is`, 'feedback', 'Do not explain what a closure is.'],
  [
    'We use British spelling in user facing texts: colour, not color.',
    'context',
    'The project uses British spelling in user facing texts: colour, not color (2026-03-11).',
  ],
  [
    'the linter was right, you were wrong: `==` is forbidden even for null checks here',
    'pattern',
    '`==` is forbidden even for null checks here.',
  ],
  [
    'no no no, the retries belong in the queue consumer, not in the HTTP client, otherwise we retry twice',
    'failure',
    'The retries belong in the queue consumer, not in the HTTP client, otherwise the project retries twice (2026-03-11).',
  ],
  [
    'ok but next time run `terraform plan` before you touch the module, state is shared with the data team',
    'pattern',
    'Always run `terraform plan` before you touch the module, state is shared with the data team.',
  ],
  [
    'That worked, thanks. For the record: the fix was to set `connectionLimit: 5` because the free tier allows only 10 connections.',
    'context',
    'The fix was to set `connectionLimit: 5` because the free tier allows only 10 connections (2026-03-11).',
  ],
  [
    `I'm on a Mac with zsh, so don't give me PowerShell`,
    'user',
    `The user is on a Mac with zsh, so don't give PowerShell.`,
  ],
  [
    'My name is Klaus and I maintain the billing module; ask me before changing invoice numbers.',
    'user',
    'The user maintains the billing module; ask the user before changing invoice numbers.',
  ],
  [
    'We reverted to webpack 5.90 last Thursday because 5.91 breaks module federation with our shell app.',
    'failure',
    'Reverted to webpack 5.90 on 2026-03-05 because 5.91 breaks module federation with the shell app.',
  ],
  [
    'Our on-call is Priya this week, her number is +49 151 23456789, but alerts should go to #alerts-shop anyway.',
    'pattern',
    'Alerts should go to #alerts-shop.',
  ],
  [
    'The demo for Contoso is on Monday at 10, until then the feature flag `newCheckout` must stay off.',
    'pattern',
    'The demo for Contoso is on 2026-03-16 at 10, until then the feature flag `newCheckout` must stay off.',
  ],
  [
    'sorry for the rant, but the OAuth redirect only works over https, even on localhost',
    'context',
    'The OAuth redirect only works over https, even on localhost (2026-03-11).',
  ],
  [
    `it's not a bug, the API returns amounts in cents on purpose`,
    'context',
    'The API returns amounts in cents on purpose (2026-03-11).',
  ],
  [
    `We can't use Server Components for the editor since it relies on contentEditable.`,
    'context',
    'Cannot use Server Components for the editor since it relies on contentEditable (2026-03-11).',
  ],
  [
    'careful: `make clean` deletes the local database volume too',
    'context',
    '`make clean` deletes the local database volume too (2026-03-11).',
  ],
  [
    "ci runs on node 20 but prod is node 22, so don't use the `--experimental-strip-types` flag",
    'context',
    "CI runs on node 20 but prod is node 22, so don't use the `--experimental-strip-types` flag (2026-03-11).",
  ],
  [
    'I deleted the old cluster this morning. Use the context `gke-prod-2` from now on.',
    'context',
    'Deleted the old cluster on 2026-03-11. Use the context `gke-prod-2` from now on.',
  ],
  [
    'The test user is test@example.com with password hunter2, it exists only in staging.',
    'context',
    'The test user is [e-mail address] with password [masked: password], it exists only in staging (2026-03-11).',
  ],
  [
    'We talked to the customer, they need CSV exports by end of Q2, PDF can wait.',
    'context',
    'The customer needs CSV exports by end of Q2, PDF can wait (2026-03-11).',
  ],
  [
    'hi! could you tell me how to center a div? also remember that our design tokens are in tokens.json',
    'context',
    'The design tokens are in tokens.json (2026-03-11).',
  ],
  ['Peter from legal says we must not log IP addresses, GDPR.', 'pattern', 'Must not log IP addresses, GDPR.'],
  [
    'it took me the whole weekend but I found it: the flaky login test depends on the order of cookies',
    'failure',
    'The flaky login test depends on the order of cookies (2026-03-11).',
  ],
  [
    `Nice work! Let's keep the optimistic locking approach for orders, pessimistic locks caused deadlocks under load.`,
    'decision',
    'Decided: keep the optimistic locking approach for orders, pessimistic locks caused deadlocks under load (2026-03-11).',
  ],
  [
    'in this codebase a `Tenant` is what the docs call an organisation',
    'context',
    'In this codebase a `Tenant` is what the docs call an organisation (2026-03-11).',
  ],
  [
    'if the e2e tests hang, kill the leftover chromedriver processes first',
    'failure',
    'If the e2e tests hang, kill the leftover chromedriver processes first (2026-03-11).',
  ],
  [
    'Bitte keine Emojis in commit messages, and always squash before merging.',
    'pattern',
    'Always squash before merging.',
  ],
  [
    'Le bug vient de Safari: the date input returns an empty string when the locale is fr.',
    'context',
    'The date input returns an empty string when the locale is fr (2026-03-11).',
  ],
  [
    'use the German umlauts test file (Müller, Größe) when you test the CSV import, it breaks on latin-1',
    'pattern',
    'Use the German umlauts test file (Größe) when you test the CSV import, it breaks on latin-1.',
  ],
  [
    'We call the service `paiement` because the French team owns it, but its API is English.',
    'project',
    'The project calls the service `paiement` because the French team owns it, but its API is English (2026-03-11).',
  ],
  [
    'Ok so ich hab das gefixt, the cache key was missing the tenant id.',
    'failure',
    'The cache key was missing the tenant id (2026-03-11).',
  ],
  [
    'Ich weiß nicht warum, but the CI cache key must include the OS.',
    'pattern',
    'The CI cache key must include the OS.',
  ],
  [
    'Stop using any, and stop casting with as unknown as. Fix the types.',
    'feedback',
    'Stop using any, and stop casting with as unknown as.',
  ],
  [
    "No. Use the existing `formatMoney` helper, don't write a new one each time.",
    'pattern',
    "Use the existing `formatMoney` helper, don't write a new one each time.",
  ],
  [
    'this is the third time you broke the barrel file; exports there must stay alphabetical',
    'pattern',
    'Exports in the barrel file must stay alphabetical.',
  ],
  [
    `I don't like the class based approach, use plain functions`,
    'user',
    'The user does not like the class based approach, use plain functions.',
  ],
  [
    'always run black and isort before you show me python code',
    'pattern',
    'Always run black and isort before you show python code.',
  ],
  ['do not install new dependencies without asking', 'feedback', 'Do not install new dependencies without asking.'],
  [
    'Please answer in German from now on, but keep code and commits in English.',
    'context',
    'Answer in German from now on, but keep code and commits in English (2026-03-11).',
  ],
  [
    'When I say prod I mean the eu cluster, the us one is called prod-us',
    'context',
    'When the user says prod the user means the eu cluster, the US one is called prod-us (2026-03-11).',
  ],
  [
    'you can push directly to develop, but main needs a PR with two approvals',
    'context',
    'You can push directly to develop, but main needs a PR with two approvals (2026-03-11).',
  ],
  [
    `We had this before: the build OOMs if NODE_OPTIONS isn't set to 4096, please don't remove it again`,
    'context',
    `The build OOMs if NODE_OPTIONS isn't set to 4096, please don't remove it again (2026-03-11).`,
  ],
  [
    'The reason for the weird sleep(2) is that the sandbox API needs time to index, leave it.',
    'context',
    'The reason for the weird sleep(2) is that the sandbox API needs time to index, leave it (2026-03-11).',
  ],
  [`don't worry about IE, but Safari 15 must work`, 'pattern', `Don't worry about IE, but Safari 15 must work.`],
  [
    'use ./scripts/dev.sh to start everything, not docker compose directly, because the script seeds the db',
    'pattern',
    'Use ./scripts/dev.sh to start everything, not docker compose directly, because the script seeds the db.',
  ],
  [
    `Don't ask me for permission for every file read, just go`,
    'feedback',
    `Don't ask the user for permission for every file read, just go.`,
  ],
  [
    'stop! you are about to drop the prod database. The local one is on port 5434',
    'context',
    'The local one is on port 5434 (2026-03-11).',
  ],
  [
    `Frau Schneider from accounting needs the report as xlsx because SAP can't read csv`,
    'context',
    `A colleague from accounting needs the report as xlsx because SAP can't read csv (2026-03-11).`,
  ],
  [
    'Jürgen said the SFTP host changes to sftp2.example.com in April',
    'context',
    'The SFTP host changes to sftp2.example.com in April (2026-03-11).',
  ],
  [
    'We pay for the Pro plan of Sentry, so sampling can stay at 100%',
    'context',
    'The project pays for the Pro plan of Sentry, so sampling can stay at 100% (2026-03-11).',
  ],
  [
    'thanks, perfect! one more thing: our error codes start with SHOP- followed by four digits',
    'context',
    'The error codes start with SHOP- followed by four digits (2026-03-11).',
  ],
  [
    `I'd rather have one long migration than ten small ones for this feature`,
    'context',
    'The user would rather have one long migration than ten small ones for this feature (2026-03-11).',
  ],
];

/** The words, and why nothing of them is kept. */
const LEFT: readonly (readonly [string, RegExp])[] = [
  ['Nein, bitte immer pnpm benutzen, nie npm.', /not in English/],
  ['Der Deploy schlägt fehl, weil das Zertifikat am Freitag abgelaufen ist.', /not in English/],
  ["Non, on n'utilise jamais `any` ici, mets `unknown`.", /not in English/],
  ['Les migrations sont dans db/migrate et on ne les modifie jamais après un merge.', /not in English/],
  ['No, usa siempre comillas simples y nunca hagas commit en main.', /not in English/],
  ['La base de datos de staging está en el puerto 5433 porque el proxy ocupa el 5432.', /not in English/],
  ['いや、コミットメッセージは必ず英語で書いてください。', /not in English/],
  ['ステージングのDBはポート5433です。5432はプロキシが使っています。', /not in English/],
  ['revert it, the customer wants the old rounding: half up, two decimals', /states a fact|nothing technical/],
  ['Ich hätte gern, dass du vor jedem Commit die Tests ausführst.', /not in English/],
  ['Vergiss nicht, die Übersetzungen in locales/de.json zu pflegen, sonst bricht der Build.', /not in English/],
  [`S'il te plaît, réponds toujours en français et sans emojis.`, /not in English/],
  ['La clave primaria siempre es un UUID, nunca un entero autoincremental.', /not in English/],
  ['本番環境ではマイグレーションを自動実行しないでください。', /not in English/],
  ['Vielen Dank, das passt so!', /small talk/],
];

describe('A user who corrects an agent', () => {
  test.each(KEPT)('%s', (text, type, fact) => {
    expect(of(text)).toEqual({ status: 'facts', facts: [{ text: fact, type }] });
    expect(factFaults(fact, { names: ['Klaus', 'Priya', 'Anna', 'Peter', 'Schneider', 'Jürgen', 'Müller'] })).toEqual(
      [],
    );
  });

  test.each(LEFT)('%s is left to a language model, or is nothing', (text, reason) => {
    const distilled = of(text);
    expect(distilled).toEqual({ status: 'nothing', reason: expect.stringMatching(reason) as string });
  });
});
