import { describe, expect, test } from 'vitest';

import type { Observation, ToolUse } from '../../../src/core/capture/observation.js';
import { distillByRules } from '../../../src/core/distill.js';

const of = (tool: ToolUse, more: Partial<Observation> = {}): Observation => ({
  id: '1',
  at: '2026-03-11T14:05:00+01:00',
  source: 'hook',
  cwd: '/home/ann/shop',
  tool,
  ...more,
});
const ran = (command: string, output: string, failed?: boolean): ToolUse => ({
  name: 'Bash',
  input: { command },
  output,
  ...(failed === true ? { failed } : {}),
});

/** Command, what it printed, whether it failed; type and text of what is kept of it. */
const KEPT: readonly (readonly [string, string, boolean, string, string])[] = [
  [
    'pytest tests/test_auth.py',
    `=== FAILURES ===
E       assert 401 == 200
=== short test summary info ===
FAILED tests/test_auth.py::test_refresh - AssertionError: assert 401 == 200
=== 1 failed, 12 passed in 0.52s ===`,
    false,
    'failure',
    'pytest test "tests/test_auth.py::test_refresh" failed: AssertionError: assert 401 == 200 (2026-03-11).',
  ],
  [
    'npx vitest run',
    ` RUN  v3.0.0 /home/ann/shop
 FAIL  test/cart.test.ts > Cart > keeps its total
AssertionError: expected 3 to be 4 // Object.is equality
 ❯ test/cart.test.ts:12:20`,
    false,
    'failure',
    'vitest test "Cart › keeps its total" in test/cart.test.ts failed: AssertionError: expected 3 to be 4 (2026-03-11).',
  ],
  [
    'npm test',
    `FAIL src/auth/refresh.test.ts
  ● token refresh › renews an expired token

    expect(received).toBe(expected) // Object.is equality

    Expected: 200
    Received: 401

      at Object.<anonymous> (src/auth/refresh.test.ts:14:22)`,
    false,
    'failure',
    'JavaScript test "token refresh › renews an expired token" in src/auth/refresh.test.ts failed: expected 200, received 401 (2026-03-11).',
  ],
  [
    'go test ./...',
    `--- FAIL: TestRefresh (0.00s)
    auth_test.go:42: got 401, want 200
FAIL
FAIL	example.com/shop/auth	0.012s`,
    false,
    'failure',
    'Go test "TestRefresh" failed: auth_test.go:42: got 401, want 200 (2026-03-11).',
  ],
  [
    'cargo test',
    `test auth::refresh ... FAILED
---- auth::refresh stdout ----
thread 'auth::refresh' panicked at src/auth.rs:10:5:
assertion failed: token.is_fresh()`,
    false,
    'failure',
    'Rust test "auth::refresh" failed: assertion failed: token.is_fresh() (src/auth.rs:10) (2026-03-11).',
  ],
  [
    'mvn test',
    `[ERROR] Tests run: 5, Failures: 1
[ERROR]   AuthTest.refresh:42 expected: <200> but was: <401>`,
    false,
    'failure',
    'Java test "AuthTest.refresh" failed: expected: <200> but was: <401> (2026-03-11).',
  ],
  [
    './gradlew test',
    `AuthTest > refresh() FAILED
    org.opentest4j.AssertionFailedError: expected: <200> but was: <401>
        at AuthTest.java:42`,
    false,
    'failure',
    'Java test "AuthTest.refresh()" failed: org.opentest4j.AssertionFailedError: expected: <200> but was: <401> (2026-03-11).',
  ],
  [
    'bundle exec rspec',
    `  1) Auth refreshes
     Failure/Error: expect(status).to eq(200)
rspec ./spec/auth_spec.rb:12 # Auth refreshes`,
    false,
    'failure',
    'RSpec test "Auth refreshes" in spec/auth_spec.rb:12 failed: expect(status).to eq(200) (2026-03-11).',
  ],
  [
    'vendor/bin/phpunit',
    `1) Tests\\AuthTest::testRefresh
Failed asserting that 401 matches expected 200.`,
    false,
    'failure',
    'PHPUnit test "Tests\\AuthTest::testRefresh" failed: Failed asserting that 401 matches expected 200 (2026-03-11).',
  ],
  [
    'dotnet test',
    `  Failed Shop.AuthTests.Refresh [12 ms]
  Error Message:
   Assert.Equal() Failure: Expected 200, Actual 401`,
    false,
    'failure',
    '.NET test "Shop.AuthTests.Refresh" failed: Assert.Equal() Failure: Expected 200, Actual 401 (2026-03-11).',
  ],
  [
    'node --test',
    `not ok 3 - refreshes
  ---
  error: 'Expected 200'`,
    false,
    'failure',
    'Node.js test "refreshes" failed: Expected 200 (2026-03-11).',
  ],
  [
    'npm start',
    `/home/ann/shop/src/server.ts:10
TypeError: Cannot read properties of undefined (reading 'id')
    at loadUser (/home/ann/shop/src/user.ts:22:15)
    at node:internal/main:1:1`,
    true,
    'failure',
    `\`npm start\` failed with \`TypeError: Cannot read properties of undefined (reading 'id')\` at src/user.ts:22 (\`loadUser\`) (2026-03-11).`,
  ],
  [
    'python manage.py shell',
    `Traceback (most recent call last):
  File "/home/ann/shop/app/views.py", line 31, in checkout
    total = cart.total
  File "/usr/lib/python3.12/site-packages/x.py", line 5, in y
    raise ValueError("no cart")
ValueError: no cart`,
    true,
    'failure',
    '`python manage.py shell` failed with `ValueError: no cart` at app/views.py:31 (`checkout`) (2026-03-11).',
  ],
  [
    'java -jar app.jar',
    `Exception in thread "main" java.lang.IllegalStateException: cannot start
	at org.springframework.boot.Run.go(Run.java:5)
	at com.shop.Main.main(Main.java:12)
Caused by: java.net.BindException: Address already in use
	at java.base/sun.nio.ch.Net.bind0(Native Method)
	at com.shop.Server.bind(Server.java:44)`,
    true,
    'failure',
    '`java -jar app.jar` failed with `java.net.BindException: Address already in use` at Server.java:44 (`com.shop.Server.bind`) (2026-03-11).',
  ],
  [
    'go run .',
    `panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.pick(...)
	/home/ann/shop/main.go:17
exit status 2`,
    true,
    'failure',
    '`go run .` failed with `panic: runtime error: index out of range [3] with length 3` at main.go:17 (`main.pick`) (2026-03-11).',
  ],
  [
    'cargo run',
    `thread 'main' panicked at src/main.rs:4:5:
called \`Option::unwrap()\` on a \`None\` value`,
    true,
    'failure',
    `\`cargo run\` failed with \`panic: called 'Option::unwrap()' on a 'None' value\` at src/main.rs:4 (2026-03-11).`,
  ],
  [
    'ruby app.rb',
    `app/models/user.rb:12:in 'save': no name given (ArgumentError)`,
    true,
    'failure',
    '`ruby app.rb` failed with `ArgumentError: no name given` at app/models/user.rb:12 (`save`) (2026-03-11).',
  ],
  [
    'php index.php',
    'PHP Fatal error:  Uncaught Error: Call to undefined function foo() in /home/ann/shop/index.php:12',
    true,
    'failure',
    '`php index.php` failed with `Error: Call to undefined function foo()` at index.php:12 (2026-03-11).',
  ],
  [
    'dotnet run',
    `Unhandled exception. System.InvalidOperationException: Sequence contains no elements
   at Shop.Cart.First() in /home/ann/shop/Cart.cs:line 12`,
    true,
    'failure',
    '`dotnet run` failed with `System.InvalidOperationException: Sequence contains no elements` at Cart.cs:12 (`Shop.Cart.First`) (2026-03-11).',
  ],
  [
    'npm install zod@3.22.4 && npm test',
    'added 1 package, and audited 120 packages in 2s',
    false,
    'dependency',
    'Installed zod@3.22.4 with npm (2026-03-11).',
  ],
  ['npm i -D vitest', 'added 30 packages in 4s', false, 'dependency', 'Installed vitest with npm (2026-03-11).'],
  [
    'npm install react-table',
    `npm ERR! code ERESOLVE
npm ERR! ERESOLVE unable to resolve dependency tree
npm ERR! peer react@"^17.0.0" from react-table@7.8.0`,
    true,
    'failure',
    'Installing react-table with npm failed: ERESOLVE unable to resolve dependency tree (peer react@"^17.0.0" from react-table@7.8.0) (2026-03-11).',
  ],
  ['npm uninstall moment', 'removed 1 package', false, 'dependency', 'Removed moment with npm (2026-03-11).'],
  [
    'pnpm add -D tsx',
    `devDependencies:
+ tsx 4.19.1`,
    false,
    'dependency',
    'Installed tsx 4.19.1 with pnpm (2026-03-11).',
  ],
  [
    'yarn add lodash',
    'success Saved 1 new dependency.',
    false,
    'dependency',
    'Installed lodash with Yarn (2026-03-11).',
  ],
  [
    'pip install requests',
    `Collecting requests
Successfully installed requests-2.32.3 urllib3-2.2.1`,
    false,
    'dependency',
    'Installed requests 2.32.3 with pip (2026-03-11).',
  ],
  [
    'pip install nosuchpkg',
    `ERROR: Could not find a version that satisfies the requirement nosuchpkg (from versions: none)
ERROR: No matching distribution found for nosuchpkg`,
    true,
    'failure',
    'Installing nosuchpkg with pip failed: Could not find a version that satisfies the requirement nosuchpkg (from versions: none) (2026-03-11).',
  ],
  [
    'uv add httpx',
    `Resolved 10 packages
 + httpx==0.27.2`,
    false,
    'dependency',
    'Installed httpx 0.27.2 with uv (2026-03-11).',
  ],
  [
    'poetry add django@5.0',
    '  - Installing django (5.0.6)',
    false,
    'dependency',
    'Installed django 5.0.6 with Poetry (2026-03-11).',
  ],
  [
    'cargo add serde --features derive',
    '      Adding serde v1.0.210 to dependencies',
    false,
    'dependency',
    'Installed serde 1.0.210 with Cargo (2026-03-11).',
  ],
  [
    'go get github.com/gin-gonic/gin@latest',
    'go: upgraded github.com/gin-gonic/gin v1.9.0 => v1.10.0',
    false,
    'dependency',
    'Installed github.com/gin-gonic/gin 1.10.0 with Go (2026-03-11).',
  ],
  [
    'composer require monolog/monolog',
    '  - Installing monolog/monolog (3.7.0): Extracting archive',
    false,
    'dependency',
    'Installed monolog/monolog 3.7.0 with Composer (2026-03-11).',
  ],
  [
    'dotnet add package Serilog',
    `info : PackageReference for package 'Serilog' version '4.0.2' added to file`,
    false,
    'dependency',
    'Installed Serilog 4.0.2 with NuGet (2026-03-11).',
  ],
  [
    'sudo apt-get install -y libpq-dev',
    'Setting up libpq-dev',
    false,
    'dependency',
    'Installed libpq-dev with apt (2026-03-11).',
  ],
  [
    'git commit -m "Refresh expired tokens"',
    `[main 1a2b3c4] Refresh expired tokens
 3 files changed, 20 insertions(+)`,
    false,
    'context',
    'Committed "Refresh expired tokens" on main (commit 1a2b3c4, 3 files) (2026-03-11).',
  ],
  [
    'git merge feature/cart',
    `Auto-merging src/cart.ts
CONFLICT (content): Merge conflict in src/cart.ts
Automatic merge failed; fix conflicts and then commit the result.`,
    true,
    'failure',
    'Merging feature/cart conflicted in src/cart.ts (2026-03-11).',
  ],
  [
    'git rebase main',
    `CONFLICT (content): Merge conflict in src/a.ts
CONFLICT (modify/delete): src/b.ts deleted in HEAD`,
    true,
    'failure',
    'Rebasing onto main conflicted in src/a.ts and src/b.ts (2026-03-11).',
  ],
  [
    'git merge feature/cart',
    `Updating 1..2
Fast-forward`,
    false,
    'context',
    'Merged feature/cart (fast-forward) (2026-03-11).',
  ],
  [
    'git revert --no-edit HEAD',
    `[main 9f8e7d6] Revert "Cache user sessions"
 1 file changed`,
    false,
    'decision',
    'Reverted "Cache user sessions" on main (commit 9f8e7d6, 1 file) (2026-03-11).',
  ],
  [
    'git push origin main',
    ` ! [rejected]        main -> main (non-fast-forward)
error: failed to push some refs`,
    true,
    'failure',
    'Pushing main was rejected: non-fast-forward (2026-03-11).',
  ],
  [
    'git push',
    `remote: error: GH006: Protected branch update failed for refs/heads/main.
 ! [remote rejected] main -> main (protected branch hook declined)`,
    true,
    'failure',
    'Pushing main was rejected: GH006: Protected branch update failed for refs/heads/main (2026-03-11).',
  ],
  ['git tag -a v1.4.0 -m "Release"', '', false, 'project', 'Tagged v1.4.0 (2026-03-11).'],
  [
    'git branch -d old',
    'Deleted branch old (was 1234abc).',
    false,
    'context',
    'Deleted branch old (was 1234abc) (2026-03-11).',
  ],
  [
    'alembic upgrade head',
    'INFO  [alembic.runtime.migration] Running upgrade 1a2b -> 3c4d, add refresh tokens',
    false,
    'context',
    'Alembic applied migration 3c4d (add refresh tokens) (2026-03-11).',
  ],
  [
    'alembic upgrade head',
    `INFO  [alembic.runtime.migration] Running upgrade 1a2b -> 3c4d, add refresh tokens
sqlalchemy.exc.ProgrammingError: (psycopg2.errors.DuplicateColumn) column "email" of relation "users" already exists`,
    true,
    'failure',
    'Alembic migration 3c4d (add refresh tokens) failed: (psycopg2.errors.DuplicateColumn) column "email" of relation "users" already exists (2026-03-11).',
  ],
  [
    'python manage.py migrate',
    '  Applying shop.0002_cart... OK',
    false,
    'context',
    'Django applied migration shop.0002_cart (2026-03-11).',
  ],
  [
    'npx prisma migrate deploy',
    `Applying migration \`20260101_init\`
All migrations have been successfully applied.`,
    false,
    'context',
    'Prisma applied migration 20260101_init (2026-03-11).',
  ],
  [
    'bin/rails db:migrate',
    '== 20260101 AddCart: migrated (0.01s) =====',
    false,
    'context',
    'Rails applied migration AddCart (2026-03-11).',
  ],
  [
    'php artisan migrate',
    '   INFO  Running migrations.  \n\n  2026_03_11_101112_add_status ................. 12.34ms DONE',
    false,
    'context',
    'Laravel applied migration 2026_03_11_101112_add_status (2026-03-11).',
  ],
  [
    'php artisan migrate',
    "  2026_03_11_101112_add_status ................. 12.34ms FAIL\n\n   Illuminate\\Database\\QueryException\n\n  SQLSTATE[42S01]: Base table or view already exists: 1050 Table 'carts' already exists",
    false,
    'failure',
    "Laravel migration 2026_03_11_101112_add_status failed: Base table or view already exists: 1050 Table 'carts' already exists (2026-03-11).",
  ],
  [
    'dotnet ef database update',
    "Build succeeded.\nApplying migration '20260311101112_AddStatus'.\nDone.",
    false,
    'context',
    'Entity Framework applied migration 20260311101112_AddStatus (2026-03-11).',
  ],
  [
    'npx sequelize-cli db:migrate',
    '== 20260311101112-add-status: migrating =======\n== 20260311101112-add-status: migrated (0.012s)',
    false,
    'context',
    'Sequelize applied migration 20260311101112-add-status (2026-03-11).',
  ],
  [
    'flyway migrate',
    'Migrating schema "public" to version "3 - add cart"',
    false,
    'context',
    'Flyway applied migration 3 - add cart (2026-03-11).',
  ],
  ['npx knex migrate:latest', 'Batch 2 run: 3 migrations', false, 'context', 'Knex applied migration 2 (2026-03-11).'],
  [
    'npx tsc -p .',
    `src/cart.ts(10,5): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.
src/cart.ts(12,5): error TS2304: Cannot find name 'x'.`,
    true,
    'failure',
    `TypeScript reports an error in src/cart.ts:10: Argument of type 'string' is not assignable to parameter of type 'number' (TS2345) and 1 more (2026-03-11).`,
  ],
  [
    'cargo build',
    `error[E0382]: borrow of moved value: \`cart\`
 --> src/main.rs:14:5`,
    true,
    'failure',
    'Rust does not compile src/main.rs:14: borrow of moved value: `cart` (E0382) (2026-03-11).',
  ],
  [
    'make',
    `src/a.c:10:5: error: 'x' undeclared (first use in this function)
make: *** [Makefile:3: a.o] Error 1`,
    true,
    'failure',
    `The C compiler reports an error in src/a.c:10: 'x' undeclared (first use in this function) (2026-03-11).`,
  ],
  [
    'go build ./...',
    './main.go:10:5: undefined: cart',
    true,
    'failure',
    'Go reports an error in main.go:10: undefined: cart (2026-03-11).',
  ],
  [
    'npm run dev',
    'Error: listen EADDRINUSE: address already in use :::3000',
    true,
    'failure',
    '`npm run dev` failed: Error: listen EADDRINUSE: address already in use :::3000 (2026-03-11).',
  ],
  [
    'docker build .',
    'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
    true,
    'failure',
    'Docker reports an error: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1 (2026-03-11).',
  ],
  [
    'kubectl get pods',
    'shop-7d9 0/1 CrashLoopBackOff 5 10m',
    false,
    'failure',
    '`kubectl get pods` shows pod shop-7d9 in CrashLoopBackOff (2026-03-11).',
  ],
  [
    'foo --version',
    'bash: foo: command not found',
    true,
    'failure',
    '`foo --version` failed: foo: command not found (2026-03-11).',
  ],
];

/** What succeeds, or only looks. */
const LEFT: readonly (readonly [string, string])[] = [
  ['pytest', '=== 13 passed in 0.5s ==='],
  ['git commit -am wip', '[main 3f2a1bc] wip\n 1 file changed, 2 insertions(+)'],
  ['git commit --fixup HEAD', '[main 3f2a1bc] fixup! Refresh expired tokens\n 1 file changed, 2 insertions(+)'],
  ['npm install', 'added 300 packages in 9s'],
  ['pip install -r requirements.txt', 'Successfully installed a-1.0'],
  [
    'git status',
    `On branch main
nothing to commit`,
  ],
  ['git log --oneline', '1a2b3c4 Fix'],
  ['ls -la', 'total 3'],
  [
    'cat app.log',
    `TypeError: x
  at f (/a/b.js:1:1)`,
  ],
  ['echo hi', 'hi'],
];

describe('Runs of tools distilled by rules', () => {
  test.each(KEPT)('%s', (command, output, failed, type, text) => {
    expect(distillByRules(of(ran(command, output, failed)))).toEqual({ status: 'facts', facts: [{ text, type }] });
  });

  test.each(LEFT)('keeps nothing of: %s', (command, output) => {
    expect(distillByRules(of(ran(command, output)))).toEqual({
      status: 'nothing',
      reason: 'Nothing in it failed or changed what the project depends on.',
    });
  });

  test('keeps nothing of tools whose work stands in the project', () => {
    for (const name of ['Read', 'Edit', 'Write', 'Grep'])
      expect(distillByRules(of({ name, input: { file_path: 'a.ts' }, output: 'TypeError: x' })).status).toBe('nothing');
  });

  test('reads colours, carriage returns and outputs of any length', () => {
    const noise = 'building module\n'.repeat(50_000);
    const output = `${noise}\u001b[31mFAILED\u001b[0m tests/test_a.py::test_b - ValueError: no cart\r\n`;
    expect(distillByRules(of(ran('pytest', output, true)))).toEqual({
      status: 'facts',
      facts: [
        { type: 'failure', text: 'pytest test "tests/test_a.py::test_b" failed: ValueError: no cart (2026-03-11).' },
      ],
    });
  });

  test('names neither the home folder of a user nor addresses, and no secret', () => {
    const output =
      'Error: cannot send to jane@example.com with ghp_16C7e42F292c6912E7710c838347Ae178B4a\n    at send (/home/jane/other/mail.js:3:1)';
    const found = JSON.stringify(distillByRules(of(ran('node mail.js', output, true))));
    expect(found).toContain('~/other/mail.js:3');
    expect(found).toContain('[e-mail address]');
    expect(found).not.toMatch(/jane|ghp_/);
  });

  test('names some of many failures and counts the others', () => {
    const output = [1, 2, 3, 4, 5].map((at) => `FAILED tests/test_a.py::test_${at} - assert 0`).join('\n');
    expect(distillByRules(of(ran('pytest', output, true)))).toMatchObject({
      facts: [
        {
          text: 'pytest tests "tests/test_a.py::test_1", "tests/test_a.py::test_2" and 3 more failed: assert 0 (2026-03-11).',
        },
      ],
    });
  });

  test('takes time linear in the output', () => {
    for (const line of [
      'at '.repeat(20_000),
      '('.repeat(60_000),
      `${'a.'.repeat(30_000)}Error:`,
      `FAIL ${'x'.repeat(60_000)}`,
      '  at x (y:1:1)\n'.repeat(4_000),
      `error: ${'a-'.repeat(30_000)}`,
    ]) {
      expect(() => distillByRules(of(ran('npm test', line, true)))).not.toThrow();
    }
  });
});
