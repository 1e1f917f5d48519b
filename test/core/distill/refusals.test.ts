import { expect, test } from 'vitest';

import { distillByRules } from '../../../src/core/distill.js';

/** Command, output, whether it failed; what is kept. */
test.each([
  [
    'pytest -q --no-summary',
    `F
=================================== FAILURES ===================================
_____________________________ TestPay.test_refund ______________________________
tests/test_pay.py:8: in test_refund
    assert refund(5) == 4
E   assert 5 == 4
1 failed in 0.12s`,
    true,
    'failure',
    'pytest test "TestPay.test_refund" failed: assert 5 == 4 (2026-03-11).',
  ],
  [
    'npx mocha',
    `

  Cart
    ✔ adds
    1) rounds

  1 passing (8ms)
  1 failing

  1) Cart
       rounds:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

2.34 !== 2.35

      + expected - actual

      -2.34
      +2.35

      at Context.<anonymous> (test/cart.js:9:14)
      at process.processImmediate (node:internal/timers:491:21)`,
    true,
    'failure',
    'mocha test "Cart › rounds" failed: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal (2026-03-11).',
  ],
  [
    'npx cypress run',
    `  Running:  login.cy.ts                                                    (1 of 1)

  Login
    1) shows an error

  0 passing (5s)
  1 failing

  1) Login
       shows an error:
     AssertionError: Timed out retrying after 4000ms: Expected to find element: \`.error\`, but never found it.
      at Context.eval (webpack://shop/./cypress/e2e/login.cy.ts:7:21)`,
    true,
    'failure',
    'Cypress test "Login › shows an error" failed: AssertionError: Timed out retrying after 4000ms: Expected to find element: `.error`, but never found it (2026-03-11).',
  ],
  [
    'npx playwright test',
    `Running 2 tests using 1 worker

  1) [chromium] › tests/login.spec.ts:5:5 › Login › shows an error ─────────────

    Error: Timed out 5000ms waiting for expect(locator).toBeVisible()

  1 failed
    [chromium] › tests/login.spec.ts:5:5 › Login › shows an error`,
    true,
    'failure',
    'Playwright test "Login › shows an error" in tests/login.spec.ts failed: Error: Timed out 5000ms waiting for expect(locator).toBeVisible() (2026-03-11).',
  ],
  [
    'cargo clippy -- -D warnings',
    `error: this loop could be written as a \`for\` loop
  --> src/cart.rs:10:5
   |
   = note: \`-D clippy::while-let-on-iterator\` implied
error: could not compile \`shop\` (lib) due to 1 previous error`,
    true,
    'failure',
    'Clippy refuses src/cart.rs:10: this loop could be written as a `for` loop (2026-03-11).',
  ],
  [
    'mypy src',
    `src/cart.py:12: error: Incompatible return value type (got "str", expected "int")  [return-value]
Found 1 error in 1 file (checked 4 source files)`,
    true,
    'failure',
    'mypy reports an error in src/cart.py:12: Incompatible return value type (got "str", expected "int") [return-value] (2026-03-11).',
  ],
  [
    'terraform plan',
    `╷
│ Error: Unsupported argument
│
│   on main.tf line 12, in resource "aws_s3_bucket" "logs":
│   12:   acl_policy = "private"
│
│ An argument named "acl_policy" is not expected here.
╵`,
    true,
    'failure',
    '`terraform plan` failed: Unsupported argument: An argument named "acl_policy" is not expected here (main.tf:12) (2026-03-11).',
  ],
  [
    'docker compose up -d',
    ` Network shop_default  Created
Error response from daemon: driver failed programming external connectivity on endpoint shop-db-1: Bind for 0.0.0.0:5432 failed: port is already allocated`,
    true,
    'failure',
    '`docker compose up -d` failed: driver failed programming external connectivity on endpoint shop-db-1: Bind for 0.0.0.0:5432 failed: port is already allocated (2026-03-11).',
  ],
  [
    'docker compose up -d',
    ` ✔ Container shop-db-1  Started
 ✘ Container shop-api-1 Error
dependency failed to start: container shop-api-1 is unhealthy`,
    true,
    'failure',
    '`docker compose up -d` failed: dependency failed to start: container shop-api-1 is unhealthy (2026-03-11).',
  ],
  [
    'kubectl apply -f deploy.yaml',
    `Error from server (Forbidden): deployments.apps is forbidden: User "ann@corp.example" cannot create resource "deployments"`,
    true,
    'failure',
    '`kubectl apply -f deploy.yaml` failed: deployments.apps is forbidden: User "[e-mail address]" cannot create resource "deployments" (2026-03-11).',
  ],
  [
    'gh pr merge 42',
    `GraphQL: Pull Request is not mergeable: the base branch policy prohibits the merge. (mergePullRequest)`,
    true,
    'failure',
    '`gh pr merge 42` failed: Pull Request is not mergeable: the base branch policy prohibits the merge (2026-03-11).',
  ],
  [
    'git merge feature/x',
    `automatischer Merge von src/a.ts
KONFLIKT (Inhalt): Merge-Konflikt in src/a.ts
Automatischer Merge fehlgeschlagen; beheben Sie die Konflikte und committen Sie dann das Ergebnis.`,
    true,
    'failure',
    'Merging feature/x conflicted in src/a.ts (2026-03-11).',
  ],
  [
    'git merge feature/x',
    `Fusion automatique de src/a.ts
CONFLIT (contenu) : Conflit de fusion dans src/a.ts
La fusion automatique a échoué ; réglez les conflits et validez le résultat.`,
    true,
    'failure',
    'Merging feature/x conflicted in src/a.ts (2026-03-11).',
  ],
  [
    'git commit -m "Ajoute le panier"',
    `[main 1a2b3c4] Ajoute le panier
 2 fichiers modifiés, 3 insertions(+)`,
    false,
    'context',
    'Committed "Ajoute le panier" on main (commit 1a2b3c4, 2 files) (2026-03-11).',
  ],
  [
    'git push',
    ` ! [zurückgewiesen]       main -> main (non-fast-forward)
Fehler: Fehler beim Versenden einiger Referenzen nach 'github.com:acme/shop.git'`,
    true,
    'failure',
    'Pushing main was rejected: non-fast-forward (2026-03-11).',
  ],
  [
    'npm install',
    `npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: shop@1.0.0
npm error Found: react@18.3.1
npm error Could not resolve dependency:
npm error peer react@"^19" from next@16.0.0`,
    true,
    'failure',
    '`npm install` failed: unmet peer react@"^19" from next@16.0.0 (2026-03-11).',
  ],
  [
    'pnpm install',
    ` ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with package.json`,
    true,
    'failure',
    '`pnpm install` failed: Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with package.json (2026-03-11).',
  ],
  [
    'bun test',
    `test/cart.test.ts:
✗ total > rounds [0.12ms]
error: expect(received).toBe(expected)

Expected: 2.35
Received: 2.34

 1 pass
 1 fail`,
    true,
    'failure',
    'Bun test "total › rounds" failed: expected 2.35, received 2.34 (2026-03-11).',
  ],
  [
    'uv sync',
    `  × No solution found when resolving dependencies:
  ╰─▶ Because only foo<=1.0 is available and your project depends on foo>=2, we can conclude that your project's requirements are unsatisfiable.`,
    true,
    'failure',
    `\`uv sync\` failed: Because only foo<=1.0 is available and your project depends on foo>=2 (2026-03-11).`,
  ],
  [
    'poetry lock',
    `Resolving dependencies...

Because no versions of foo match >2.0,<3.0
 and shop depends on foo (^2.0), version solving failed.`,
    true,
    'failure',
    '`poetry lock` failed: Because no versions of foo match >2.0,<3.0 (2026-03-11).',
  ],
  [
    'bundle install',
    `Bundler could not find compatible versions for gem "rails":
  In Gemfile:
    rails (~> 8.0)`,
    true,
    'failure',
    '`bundle install` failed: Bundler could not find compatible versions for gem "rails" (2026-03-11).',
  ],
  [
    'mvn package',
    `[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project com.acme:shop:jar:1.0: Could not find artifact com.acme:core:jar:2.0`,
    true,
    'failure',
    '`mvn package` failed: Could not resolve dependencies for project com.acme:shop:jar:1.0: Could not find artifact com.acme:core:jar:2.0 (2026-03-11).',
  ],
  [
    './gradlew build',
    `> Task :compileJava FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Could not determine the dependencies of task ':app:compileJava'.
> Could not resolve com.acme:core:2.0.

* Try:
> Run with --stacktrace option to get the stack trace.`,
    true,
    'failure',
    '`./gradlew build` failed: Could not resolve com.acme:core:2.0 (2026-03-11).',
  ],
  [
    'supabase db push',
    `Applying migration 20260311_cart.sql...
Finished supabase db push.`,
    false,
    'context',
    'Supabase applied migration 20260311_cart.sql (2026-03-11).',
  ],
  [
    'supabase db push',
    `Applying migration 20260311_cart.sql...
ERROR: relation "cart" already exists (SQLSTATE 42P07)`,
    true,
    'failure',
    'Supabase migration 20260311_cart.sql failed: relation "cart" already exists (SQLSTATE 42P07) (2026-03-11).',
  ],
  [
    'make deploy && echo done',
    `TypeError: this is only logged
    at x (/home/ann/shop/a.js:1:1)
done`,
    false,
    'failure',
    '`make deploy` printed `TypeError: this is only logged` at a.js:1 (`x`) (2026-03-11).',
  ],
  [
    'helm upgrade api ./chart',
    `Error: UPGRADE FAILED: cannot patch "api" with kind Deployment: selector is immutable`,
    true,
    'failure',
    '`helm upgrade api ./chart` failed: UPGRADE FAILED: cannot patch "api" with kind Deployment: selector is immutable (2026-03-11).',
  ],
  [
    'ansible-playbook site.yml',
    `fatal: [web1]: FAILED! => {"changed": false, "msg": "No package nginx available."}`,
    true,
    'failure',
    '`ansible-playbook site.yml` failed: No package nginx available (2026-03-11).',
  ],
  [
    'npm ci',
    `npm error \`npm ci\` can only install packages when your package.json and package-lock.json are in sync.`,
    true,
    'failure',
    '`npm ci` failed: `npm ci` can only install packages when your package.json and package-lock.json are in sync (2026-03-11).',
  ],
  [
    'go mod tidy',
    `go: finding module for package github.com/x/y
go: shop imports github.com/x/y: module github.com/x/y: git ls-remote: exit status 128`,
    true,
    'failure',
    '`go mod tidy` failed: shop imports github.com/x/y: module github.com/x/y: git ls-remote: exit status 128 (2026-03-11).',
  ],
  [
    'cargo build',
    `error: failed to select a version for \`serde\`.
    ... required by package \`shop v0.1.0\``,
    true,
    'failure',
    '`cargo build` failed: failed to select a version for `serde`: required by package `shop v0.1.0` (2026-03-11).',
  ],
] as const)('%s', (command, output, failed, type, text) => {
  const found = distillByRules({
    id: '1',
    at: '2026-03-11T14:05:00+01:00',
    source: 'hook',
    cwd: '/home/ann/shop',
    tool: { name: 'Bash', input: { command }, output, failed },
  });
  expect(found).toEqual({ status: 'facts', facts: [{ text, type }] });
});
