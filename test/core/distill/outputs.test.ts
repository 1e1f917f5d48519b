/** What programs print when they fail or change something: colours, carriage returns, paths of Windows and of home folders included. */
import { describe, expect, test } from 'vitest';

import type { Distilled } from '../../../src/core/distill.js';
import { distillByRules, factFaults } from '../../../src/core/distill.js';

const of = (command: string, output: string, failed: boolean): Distilled =>
  distillByRules({
    id: '1',
    at: '2026-03-11T14:05:00+01:00',
    source: 'hook',
    cwd: '/home/ann/shop',
    tool: { name: 'Bash', input: { command }, output, failed },
  });

/** Command, output, whether it failed; what is kept. */
const KEPT: readonly (readonly [string, string, boolean, string, string])[] = [
  [
    'npx eslint src',
    `
/home/ann/shop/src/cart.ts
  12:7   error    'total' is assigned a value but never used  @typescript-eslint/no-unused-vars
  40:3   warning  Unexpected console statement                no-console

✖ 2 problems (1 error, 1 warning)
`,
    true,
    'failure',
    "ESLint reports an error in src/cart.ts:12: 'total' is assigned a value but never used (@typescript-eslint/no-unused-vars) (2026-03-11).",
  ],
  [
    'npx eslint . --max-warnings 0',
    `\u001b[4m/home/ann/shop/src/a.js\u001b[24m\r
  \u001b[2m1:1\u001b[22m  \u001b[31merror\u001b[39m  Parsing error: Unexpected token <  \r
\r
\u001b[31m\u001b[1m✖ 1 problem (1 error, 0 warnings)\u001b[22m\u001b[39m\r
`,
    true,
    'failure',
    'ESLint reports an error in src/a.js:1: Parsing error: Unexpected token < (2026-03-11).',
  ],
  [
    'npm run lint',
    `
> shop@1.0.0 lint
> eslint src


C:\\Users\\ann\\shop\\src\\cart.ts
  3:10  error  'x' is defined but never used  no-unused-vars
  9:1  error  Expected indentation of 2 spaces but found 4  indent

✖ 2 problems (2 errors, 0 warnings)
  1 error and 0 warnings potentially fixable with the \`--fix\` option.`,
    true,
    'failure',
    "ESLint reports an error in ~\\shop\\src\\cart.ts:3: 'x' is defined but never used (no-unused-vars) and 1 more (2026-03-11).",
  ],
  [
    'npx eslint src',
    `Oops! Something went wrong! :(

ESLint: 9.15.0

ESLint couldn't find an eslint.config.(js|mjs|cjs) file.

From ESLint v9.0.0, the default configuration file is now eslint.config.js.`,
    true,
    'failure',
    "`npx eslint src` failed: ESLint couldn't find an eslint.config.(js|mjs|cjs) file (2026-03-11).",
  ],
  [
    'ruff check .',
    `app/models.py:3:8: F401 [*] \`os\` imported but unused
app/views.py:10:5: E722 Do not use bare \`except\`
Found 2 errors.
[*] 1 fixable with the \`--fix\` option.`,
    true,
    'failure',
    'Ruff reports an error in app/models.py:3: `os` imported but unused (F401) and 1 more (2026-03-11).',
  ],
  [
    'ruff check',
    `F401 [*] \`os\` imported but unused
 --> app/models.py:3:8
  |
3 | import os
  |        ^^
  |
help: Remove unused import: \`os\`

Found 1 error.`,
    true,
    'failure',
    'Ruff reports an error in app/models.py:3: `os` imported but unused (F401) (2026-03-11).',
  ],
  [
    'ruff format --check .',
    `Would reformat: app/models.py
Would reformat: app/views.py
2 files would be reformatted, 14 files already formatted`,
    true,
    'failure',
    'Ruff finds app/models.py and app/views.py not formatted (2026-03-11).',
  ],
  [
    'npx prettier --check .',
    `Checking formatting...
[warn] src/cart.ts
[warn] src/order.ts
[warn] Code style issues found in 2 files. Run Prettier with --write to fix.`,
    true,
    'failure',
    'Prettier finds src/cart.ts and src/order.ts not formatted (2026-03-11).',
  ],
  [
    'black --check .',
    `would reformat /home/ann/shop/app/models.py

Oh no! 💥 💔 💥
1 file would be reformatted, 3 files would be left unchanged.`,
    true,
    'failure',
    'Black finds app/models.py not formatted (2026-03-11).',
  ],
  [
    'npx tsc --noEmit',
    `src/cart.ts:10:5 - error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.

10   add('x');
         ~~~


Found 1 error in src/cart.ts:10`,
    true,
    'failure',
    "TypeScript reports an error in src/cart.ts:10: Argument of type 'string' is not assignable to parameter of type 'number' (TS2345) (2026-03-11).",
  ],
  [
    'npx tsc -b',
    `error TS5083: Cannot read file '/home/ann/shop/tsconfig.base.json'.`,
    true,
    'failure',
    "TypeScript reports an error: Cannot read file 'tsconfig.base.json' (TS5083) (2026-03-11).",
  ],
  [
    'npx tsc -p .',
    `C:/Users/ann/shop/src/cart.ts(10,5): error TS2322: Type 'null' is not assignable to type 'string'.`,
    true,
    'failure',
    "TypeScript reports an error in ~/shop/src/cart.ts:10: Type 'null' is not assignable to type 'string' (TS2322) (2026-03-11).",
  ],
  [
    'mypy .',
    `app/cart.py:12: error: Argument 1 to "add" has incompatible type "str"; expected "int"  [arg-type]
app/cart.py:12: note: See https://mypy.readthedocs.io
Found 1 error in 1 file (checked 12 source files)`,
    true,
    'failure',
    'mypy reports an error in app/cart.py:12: Argument 1 to "add" has incompatible type "str"; expected "int" [arg-type] (2026-03-11).',
  ],
  [
    'mypy app',
    `app/cart.py:1: error: Cannot find implementation or library stub for module named "yaml"  [import-not-found]
Found 1 error in 1 file (checked 2 source files)`,
    true,
    'failure',
    'mypy reports an error in app/cart.py:1: Cannot find implementation or library stub for module named "yaml" [import-not-found] (2026-03-11).',
  ],
  [
    'pyright',
    `/home/ann/shop/app/cart.py
  /home/ann/shop/app/cart.py:12:9 - error: "foo" is not a known attribute of "None" (reportOptionalMemberAccess)
1 error, 0 warnings, 0 informations`,
    true,
    'failure',
    'Pyright reports an error in app/cart.py:12: "foo" is not a known attribute of "None" (reportOptionalMemberAccess) (2026-03-11).',
  ],
  [
    'cargo build',
    `   Compiling shop v0.1.0 (/home/ann/shop)
error[E0425]: cannot find value \`total\` in this scope
 --> src/main.rs:4:20
  |
4 |     println!("{}", total);
  |                    ^^^^^ not found in this scope

For more information about this error, try \`rustc --explain E0425\`.
error: could not compile \`shop\` (bin "shop") due to 1 previous error`,
    true,
    'failure',
    'Rust does not compile src/main.rs:4: cannot find value `total` in this scope (E0425) (2026-03-11).',
  ],
  [
    'cargo test',
    `running 2 tests
test cart::tests::adds ... ok
test cart::tests::rounds ... FAILED

failures:

---- cart::tests::rounds stdout ----

thread 'cart::tests::rounds' (12345) panicked at src/cart.rs:22:9:
assertion \`left == right\` failed
  left: 2
 right: 3
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    cart::tests::rounds

test result: FAILED. 1 passed; 1 failed; 0 ignored`,
    true,
    'failure',
    'Rust test "cart::tests::rounds" failed: assertion `left == right` failed (src/cart.rs:22) (2026-03-11).',
  ],
  [
    'cargo build',
    `error: failed to run custom build command for \`openssl-sys v0.9.102\`

Caused by:
  process didn't exit successfully: \`/x/build-script-main\` (exit status: 101)
  --- stderr
  Could not find directory of OpenSSL installation`,
    true,
    'failure',
    '`cargo build` failed: failed to run custom build command for `openssl-sys v0.9.102` (2026-03-11).',
  ],
  [
    'go test ./...',
    `ok  	shop/db	0.012s
--- FAIL: TestTotal (0.00s)
    --- FAIL: TestTotal/rounds (0.00s)
        cart_test.go:22: got 2.34, want 2.35
FAIL
FAIL	shop/cart	0.005s
FAIL`,
    true,
    'failure',
    'Go test "TestTotal/rounds" failed: cart_test.go:22: got 2.34, want 2.35 (2026-03-11).',
  ],
  [
    'go test ./...',
    `# shop/cart
./cart.go:12:9: undefined: Totl
FAIL	shop/cart [build failed]
FAIL`,
    true,
    'failure',
    'Go reports an error in cart.go:12: undefined: Totl (2026-03-11).',
  ],
  [
    'go test -race ./...',
    `==================
WARNING: DATA RACE
Write at 0x00c0000b4010 by goroutine 8:
  shop/cart.(*Cart).Add()
      /home/ann/shop/cart/cart.go:31 +0x44
==================
--- FAIL: TestAdd (0.00s)
    testing.go:1465: race detected during execution of test
FAIL`,
    true,
    'failure',
    'Go test "TestAdd" failed: data race at cart/cart.go:31 (2026-03-11).',
  ],
  [
    'go vet ./...',
    `# shop/cart
./cart.go:12:2: fmt.Printf format %d has arg name of wrong type string`,
    true,
    'failure',
    'go vet reports an error in cart.go:12: fmt.Printf format %d has arg name of wrong type string (2026-03-11).',
  ],
  [
    'golangci-lint run',
    `cart.go:12:2: Error return value of \`f.Close\` is not checked (errcheck)
	f.Close()
	^`,
    true,
    'failure',
    'golangci-lint reports an error in cart.go:12: Error return value of `f.Close` is not checked (errcheck) (2026-03-11).',
  ],
  [
    'pytest',
    `============================= test session starts ==============================
platform linux -- Python 3.12.3, pytest-8.2.0
collected 0 items / 1 error

==================================== ERRORS ====================================
_____________________ ERROR collecting tests/test_cart.py ______________________
ImportError while importing test module '/home/ann/shop/tests/test_cart.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
tests/test_cart.py:1: in <module>
    from shop import cart
E   ModuleNotFoundError: No module named 'shop'
=========================== short test summary info ============================
ERROR tests/test_cart.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
=============================== 1 error in 0.08s ===============================`,
    true,
    'failure',
    'pytest test "tests/test_cart.py" failed: ModuleNotFoundError: No module named \'shop\' (2026-03-11).',
  ],
  [
    'python -m pytest -x',
    `\u001b[31mFAILED\u001b[0m tests/test_cart.py::\u001b[1mtest_total[1-2]\u001b[0m - AssertionError: assert Decimal('2.34') == Decimal('2.35')
\u001b[31m!!!!!!!!!!!!!!!!!!!!!!!!!! stopping after 1 failures !!!!!!!!!!!!!!!!!!!!!!!!!!!\u001b[0m`,
    true,
    'failure',
    "pytest test \"tests/test_cart.py::test_total[1-2]\" failed: AssertionError: assert Decimal('2.34') == Decimal('2.35') (2026-03-11).",
  ],
  [
    'pytest tests',
    `E       fixture 'db' not found
>       available fixtures: cache, capfd

/home/ann/shop/tests/test_db.py:4
=========================== short test summary info ============================
ERROR tests/test_db.py::test_x
`,
    true,
    'failure',
    'pytest test "tests/test_db.py::test_x" failed: fixture \'db\' not found (2026-03-11).',
  ],
  [
    'npx jest',
    `FAIL src/cart.test.ts
  ● Cart › rounds

    expect(received).toBe(expected) // Object.is equality

    Expected: 2.35
    Received: 2.34

      10 |   it('rounds', () => {
    > 11 |     expect(total()).toBe(2.35);
         |                     ^

      at Object.<anonymous> (src/cart.test.ts:11:21)

Test Suites: 1 failed, 1 total
Tests:       1 failed, 3 passed, 4 total`,
    true,
    'failure',
    'jest test "Cart › rounds" in src/cart.test.ts failed: expected 2.35, received 2.34 (2026-03-11).',
  ],
  [
    'npx jest',
    `FAIL src/cart.test.ts
  ● Test suite failed to run

    Cannot find module '../src/total' from 'src/cart.test.ts'

      at Resolver._throwModNotFoundError (node_modules/jest-resolve/build/index.js:863:11)`,
    true,
    'failure',
    "jest test src/cart.test.ts failed: Cannot find module '../src/total' from 'src/cart.test.ts' (2026-03-11).",
  ],
  [
    'npx vitest run',
    `
 ❯ src/cart.test.ts (4 tests | 1 failed) 12ms
   × Cart > rounds 5ms
     → expected 2.34 to be 2.35 // Object.is equality

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/cart.test.ts > Cart > rounds
AssertionError: expected 2.34 to be 2.35 // Object.is equality

- Expected
+ Received

- 2.35
+ 2.34
`,
    true,
    'failure',
    'vitest test "Cart › rounds" in src/cart.test.ts failed: AssertionError: expected 2.34 to be 2.35 (2026-03-11).',
  ],
  [
    'npx vitest run',
    ` FAIL  src/cart.test.ts [ src/cart.test.ts ]
Error: Failed to resolve import "./total" from "src/cart.ts". Does the file exist?`,
    true,
    'failure',
    'vitest test src/cart.test.ts failed: Error: Failed to resolve import "./total" from "src/cart.ts" (2026-03-11).',
  ],
  [
    './gradlew build',
    `> Task :compileJava FAILED
/home/ann/shop/src/main/java/Cart.java:12: error: cannot find symbol
        totl();
        ^
  symbol:   method totl()
  location: class Cart
1 error

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':compileJava'.
> Compilation failed; see the compiler error output for details.`,
    true,
    'failure',
    'javac reports an error in src/main/java/Cart.java:12: cannot find symbol (2026-03-11).',
  ],
  [
    './gradlew build',
    `FAILURE: Build failed with an exception.

* Where:
Build file '/home/ann/shop/build.gradle' line: 14

* What went wrong:
A problem occurred evaluating root project 'shop'.
> Plugin with id 'com.foo' not found.

* Try:
> Run with --stacktrace option`,
    true,
    'failure',
    "`./gradlew build` failed: Plugin with id 'com.foo' not found (build.gradle:14) (2026-03-11).",
  ],
  [
    'gradle test',
    `> Task :test FAILED

CartTest > rounds() FAILED
    org.opentest4j.AssertionFailedError: expected: <2.35> but was: <2.34> at CartTest.java:15

2 tests completed, 1 failed`,
    true,
    'failure',
    'Java test "CartTest.rounds()" failed: org.opentest4j.AssertionFailedError: expected: <2.35> but was: <2.34> (2026-03-11).',
  ],
  [
    'mvn -q test',
    `[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0
[ERROR] Failures: 
[ERROR]   CartTest.rounds:15 expected: <2.35> but was: <2.34>
[INFO] 
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project shop: There are test failures.`,
    true,
    'failure',
    'Java test "CartTest.rounds" failed: expected: <2.35> but was: <2.34> (2026-03-11).',
  ],
  [
    'mvn package',
    `[ERROR] COMPILATION ERROR : 
[INFO] -------------------------------------------------------------
[ERROR] /home/ann/shop/src/main/java/Cart.java:[12,9] cannot find symbol
  symbol:   method totl()
[INFO] 1 error`,
    true,
    'failure',
    'javac reports an error in src/main/java/Cart.java:12: cannot find symbol (2026-03-11).',
  ],
  [
    'docker build -t shop .',
    `#8 [4/6] RUN npm ci
#8 1.234 npm error \`npm ci\` can only install packages when your package.json and package-lock.json are in sync.
------
Dockerfile:6
--------------------
   4 |     COPY package.json .
   6 | >>> RUN npm ci
--------------------
ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1`,
    true,
    'failure',
    'Docker build step "npm ci" (Dockerfile:6) failed: `npm ci` can only install packages when your package.json and package-lock.json are in sync (2026-03-11).',
  ],
  [
    'docker run -p 8080:80 shop',
    `docker: Error response from daemon: Conflict. The container name "/shop" is already in use by container "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b".`,
    true,
    'failure',
    '`docker run -p 8080:80 shop` failed: Conflict. The container name "/shop" is already in use by container "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b" (2026-03-11).',
  ],
  [
    'docker pull foo/bar',
    `Error response from daemon: pull access denied for foo/bar, repository does not exist or may require 'docker login': denied: requested access to the resource is denied`,
    true,
    'failure',
    "`docker pull foo/bar` failed: pull access denied for foo/bar, repository does not exist or may require 'docker login': denied: requested access to the resource is denied (2026-03-11).",
  ],
  [
    'docker ps',
    `Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?`,
    true,
    'failure',
    '`docker ps` failed: Cannot connect to the Docker daemon at unix:///var/run/docker.sock (2026-03-11).',
  ],
  [
    'terraform apply',
    `\u001b[31m╷\u001b[0m\u001b[0m
\u001b[31m│\u001b[0m \u001b[0m\u001b[1m\u001b[31mError: \u001b[0m\u001b[0m\u001b[1merror creating S3 bucket (shop-logs): BucketAlreadyExists\u001b[0m
\u001b[31m│\u001b[0m \u001b[0m  with aws_s3_bucket.logs,
\u001b[31m│\u001b[0m \u001b[0m  on main.tf line 12, in resource "aws_s3_bucket" "logs":
\u001b[31m╵\u001b[0m`,
    true,
    'failure',
    '`terraform apply` failed: error creating S3 bucket (shop-logs): BucketAlreadyExists (main.tf:12) (2026-03-11).',
  ],
  [
    'terraform init',
    `Error: Failed to query available provider packages

Could not retrieve the list of available versions for provider hashicorp/aws`,
    true,
    'failure',
    '`terraform init` failed: Failed to query available provider packages (2026-03-11).',
  ],
  [
    'kubectl apply -f k8s/',
    `error: error validating "k8s/deploy.yaml": error validating data: ValidationError(Deployment.spec): unknown field "replica" in io.k8s.api.apps.v1.DeploymentSpec`,
    true,
    'failure',
    '`kubectl apply -f k8s/` failed: error validating "k8s/deploy.yaml": error validating data: ValidationError(Deployment.spec): unknown field "replica" in io.k8s.api.apps.v1.DeploymentSpec (2026-03-11).',
  ],
  [
    'kubectl get pods -n shop',
    `NAME                    READY   STATUS             RESTARTS      AGE
shop-7d9f8b6c5-x2x4z    0/1     ImagePullBackOff   0             3m
shop-db-0               1/1     Running            0             9d`,
    false,
    'failure',
    '`kubectl get pods -n shop` shows pod shop-7d9f8b6c5-x2x4z in ImagePullBackOff (2026-03-11).',
  ],
  [
    'kubectl rollout status deploy/shop',
    `error: deployment "shop" exceeded its progress deadline`,
    true,
    'failure',
    '`kubectl rollout status deploy/shop` failed: deployment "shop" exceeded its progress deadline (2026-03-11).',
  ],
  [
    'alembic upgrade head',
    `INFO  [alembic.runtime.migration] Context impl PostgresqlImpl.
FAILED: Multiple head revisions are present for given argument 'head'; please specify a specific target revision`,
    true,
    'failure',
    "Alembic migration failed: Multiple head revisions are present for given argument 'head'; please specify a specific target revision (2026-03-11).",
  ],
  [
    'alembic upgrade head',
    `ERROR [alembic.util.messaging] Can't locate revision identified by '1a2b3c4d5e6f'
FAILED: Can't locate revision identified by '1a2b3c4d5e6f'`,
    true,
    'failure',
    "Alembic migration failed: Can't locate revision identified by '1a2b3c4d5e6f' (2026-03-11).",
  ],
  [
    'npx prisma migrate dev --name add_cart',
    `Environment variables loaded from .env
Prisma schema loaded from prisma/schema.prisma
Datasource "db": PostgreSQL database "shop", schema "public" at "localhost:5432"

Applying migration \`20260311120000_add_cart\`

The following migration(s) have been created and applied from new schema changes:

migrations/
  └─ 20260311120000_add_cart/
    └─ migration.sql

Your database is now in sync with your schema.`,
    false,
    'context',
    'Prisma applied migration 20260311120000_add_cart (2026-03-11).',
  ],
  [
    'npx prisma migrate deploy',
    `Error: P3009

migrate found failed migrations in the target database, new migrations will not be applied.
The \`20260301_init\` migration started at 2026-03-01 10:00:00 UTC failed`,
    true,
    'failure',
    '`npx prisma migrate deploy` failed: migrate found failed migrations in the target database, new migrations will not be applied (2026-03-11).',
  ],
  [
    'npx prisma db push',
    `Error: P1001: Can't reach database server at \`localhost:5432\`

Please make sure your database server is running at \`localhost:5432\`.`,
    true,
    'failure',
    "Prisma migration failed: Can't reach database server at `localhost:5432` (2026-03-11).",
  ],
  [
    'npx prisma generate',
    `Error: Prisma schema validation - (validate wasm)
Error code: P1012
error: Type "Crt" is neither a built-in type, nor refers to another model, composite type, or enum.
  -->  prisma/schema.prisma:14
   |`,
    true,
    'failure',
    '`npx prisma generate` failed: Type "Crt" is neither a built-in type, nor refers to another model, composite type, or enum (prisma/schema.prisma:14) (2026-03-11).',
  ],
  [
    'npm install',
    `npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: shop@1.0.0
npm error Found: react@19.0.0
npm error node_modules/react
npm error   react@"^19.0.0" from the root project
npm error
npm error Could not resolve dependency:
npm error peer react@"^18.0.0" from react-beautiful-dnd@13.1.1
npm error node_modules/react-beautiful-dnd`,
    true,
    'failure',
    '`npm install` failed: unmet peer react@"^18.0.0" from react-beautiful-dnd@13.1.1 (2026-03-11).',
  ],
  [
    'npm ci',
    `npm error code EUSAGE
npm error
npm error \`npm ci\` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with \`npm install\` before continuing.
npm error
npm error Missing: left-pad@1.3.0 from lock file`,
    true,
    'failure',
    '`npm ci` failed: `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync (2026-03-11).',
  ],
  [
    'npm i lodash',
    `npm error code E404
npm error 404 Not Found - GET https://registry.example.test/lodahs - Not found
npm error 404
npm error 404  'lodahs@*' is not in this registry.`,
    true,
    'failure',
    'Installing lodash with npm failed: 404 Not Found - GET https://registry.example.test/lodahs - Not found (2026-03-11).',
  ],
  [
    'npm run build',
    `npm error Missing script: "build"
npm error
npm error To see a list of scripts, run:
npm error   npm run`,
    true,
    'failure',
    '`npm run build` failed: Missing script: "build" (2026-03-11).',
  ],
  [
    'npm i -D vitest@5 @types/node',
    `
added 34 packages, and audited 120 packages in 4s

found 0 vulnerabilities`,
    false,
    'dependency',
    'Installed vitest@5 and @types/node with npm (2026-03-11).',
  ],
  [
    'pip install psycopg2',
    `Collecting psycopg2
  Downloading psycopg2-2.9.9.tar.gz (384 kB)
  Preparing metadata (setup.py) ... error
  error: subprocess-exited-with-error
  
  × python setup.py egg_info did not run successfully.
  │ exit code: 1
  ╰─> [23 lines of output]
      Error: pg_config executable not found.
      [end of output]
error: metadata-generation-failed`,
    true,
    'failure',
    'Installing psycopg2 with pip failed: pg_config executable not found (2026-03-11).',
  ],
  [
    'pip install -r requirements.txt',
    `ERROR: Could not find a version that satisfies the requirement torch==9.9 (from versions: 2.0.0, 2.1.0)
ERROR: No matching distribution found for torch==9.9`,
    true,
    'failure',
    '`pip install -r requirements.txt` failed: Could not find a version that satisfies the requirement torch==9.9 (from versions: 2.0.0, 2.1.0) (2026-03-11).',
  ],
  [
    'pip install requests',
    `error: externally-managed-environment

× This environment is externally managed
╰─> To install Python packages system-wide, try apt install
    python3-xyz`,
    true,
    'failure',
    'Installing requests with pip failed: externally-managed-environment (2026-03-11).',
  ],
  [
    'pip install "fastapi>=0.110" uvicorn',
    `Collecting fastapi>=0.110
Successfully installed fastapi-0.111.0 starlette-0.37.2 uvicorn-0.30.1`,
    false,
    'dependency',
    'Installed fastapi 0.111.0 and uvicorn 0.30.1 with pip (2026-03-11).',
  ],
  [
    'uv add httpx',
    `Resolved 12 packages in 210ms
Installed 4 packages in 8ms
 + anyio==4.4.0
 + httpx==0.27.0`,
    false,
    'dependency',
    'Installed httpx 0.27.0 with uv (2026-03-11).',
  ],
  [
    'uv sync',
    `  × No solution found when resolving dependencies:
  ╰─▶ Because only pandas<=2.2.2 is available and your project depends on pandas>=3, we can conclude that your project's requirements are unsatisfiable.`,
    true,
    'failure',
    '`uv sync` failed: Because only pandas<=2.2.2 is available and your project depends on pandas>=3 (2026-03-11).',
  ],
  [
    'uv run pytest',
    `error: Failed to spawn: \`pytest\`
  Caused by: No such file or directory (os error 2)`,
    true,
    'failure',
    '`uv run pytest` failed: Failed to spawn: `pytest` (2026-03-11).',
  ],
  [
    'pnpm install --frozen-lockfile',
    ` ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with package.json

Note that in CI environments this setting is true by default.`,
    true,
    'failure',
    '`pnpm install --frozen-lockfile` failed: Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with package.json (2026-03-11).',
  ],
  [
    'pnpm add zod',
    `Packages: +1
+
Progress: resolved 12, reused 12, downloaded 0, added 1, done

dependencies:
+ zod 3.23.8

Done in 1.2s`,
    false,
    'dependency',
    'Installed zod 3.23.8 with pnpm (2026-03-11).',
  ],
  [
    'yarn install --immutable',
    `➤ YN0000: · Yarn 4.5.0
➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.
➤ YN0000: · Failed with errors in 0s 512ms`,
    true,
    'failure',
    '`yarn install --immutable` failed: The lockfile would have been modified by this install, which is explicitly forbidden (2026-03-11).',
  ],
  [
    'yarn add left-pad',
    `➤ YN0000: · Yarn 4.5.0
➤ YN0085: │ + left-pad@npm:1.3.0
➤ YN0000: · Done in 0s 300ms`,
    false,
    'dependency',
    'Installed left-pad with Yarn (2026-03-11).',
  ],
  [
    'yarn build',
    `error Command "build" not found.
info Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.`,
    true,
    'failure',
    '`yarn build` failed: Command "build" not found (2026-03-11).',
  ],
  [
    'npm run build',
    `vite v6.0.1 building for production...
\u001b[31m✗\u001b[39m Build failed in 312ms
\u001b[31merror during build:
[vite]: Rollup failed to resolve import "lodash-es" from "/home/ann/shop/src/cart.ts".\u001b[39m`,
    true,
    'failure',
    'The bundler reports an error: [vite]: Rollup failed to resolve import "lodash-es" from "src/cart.ts" (2026-03-11).',
  ],
  [
    'npx next build',
    `Failed to compile.

./src/app/page.tsx:12:5
Type error: Property 'foo' does not exist on type '{}'.`,
    true,
    'failure',
    "`npx next build` failed: Property 'foo' does not exist on type '{}' (src/app/page.tsx:12) (2026-03-11).",
  ],
  [
    'npx webpack',
    `ERROR in ./src/index.js 3:0-27
Module not found: Error: Can't resolve './cart' in '/home/ann/shop/src'`,
    true,
    'failure',
    "The bundler reports an error: Module not found: Error: Can't resolve './cart' in 'src' (2026-03-11).",
  ],
  [
    'node server.js',
    `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module 'express'
Require stack:
- /home/ann/shop/server.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)
    at Module._load (node:internal/modules/cjs/loader:1051:27) {
  code: 'MODULE_NOT_FOUND',`,
    true,
    'failure',
    "`node server.js` failed with `Error: Cannot find module 'express'` (2026-03-11).",
  ],
  [
    'python manage.py runserver',
    `Traceback (most recent call last):
  File "/home/ann/shop/manage.py", line 11, in main
    from django.core.management import execute_from_command_line
ModuleNotFoundError: No module named 'django'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/home/ann/shop/manage.py", line 22, in <module>
    main()
ImportError: Couldn't import Django. Are you sure it's installed?`,
    true,
    'failure',
    "`python manage.py runserver` failed with `ImportError: Couldn't import Django` at manage.py:22, after `ModuleNotFoundError: No module named 'django'` (2026-03-11).",
  ],
  [
    'cmake --build build',
    `/home/ann/shop/src/cart.cpp:12:10: fatal error: 'boost/asio.hpp' file not found
#include <boost/asio.hpp>
         ^~~~~~~~~~~~~~~~
1 error generated.
make[2]: *** [CMakeFiles/shop.dir/build.make:76: CMakeFiles/shop.dir/src/cart.cpp.o] Error 1`,
    true,
    'failure',
    "The C compiler reports an error in src/cart.cpp:12: 'boost/asio.hpp' file not found (2026-03-11).",
  ],
  [
    'cmake -B build',
    `CMake Error at CMakeLists.txt:12 (find_package):
  Could not find a package configuration file provided by "Qt6" with any of
  the following names:
`,
    true,
    'failure',
    '`cmake -B build` failed: Could not find a package configuration file provided by "Qt6" (CMakeLists.txt:12) (2026-03-11).',
  ],
  [
    'dotnet build',
    `C:\\shop\\Cart.cs(12,9): error CS0103: The name 'Totl' does not exist in the current context [C:\\shop\\shop.csproj]

Build FAILED.
    0 Warning(s)
    1 Error(s)`,
    true,
    'failure',
    ".NET reports an error in C:\\shop\\Cart.cs:12: The name 'Totl' does not exist in the current context (CS0103) (2026-03-11).",
  ],
  [
    'swift build',
    `/Users/ann/shop/Sources/Cart.swift:12:9: error: cannot find 'totl' in scope
        totl()
        ^~~~`,
    true,
    'failure',
    "Swift reports an error in ~/shop/Sources/Cart.swift:12: cannot find 'totl' in scope (2026-03-11).",
  ],
  [
    'bundle exec rspec',
    `Failures:

  1) Cart rounds
     Failure/Error: expect(total).to eq(2.35)

       expected: 2.35
            got: 2.34

Finished in 0.01 seconds
1 example, 1 failure

Failed examples:

rspec ./spec/cart_spec.rb:4 # Cart rounds`,
    true,
    'failure',
    'RSpec test "Cart rounds" in spec/cart_spec.rb:4 failed: expect(total).to eq(2.35) (2026-03-11).',
  ],
  [
    'gh pr create --fill',
    `pull request create failed: GraphQL: No commits between main and fix (createPullRequest)`,
    true,
    'failure',
    '`gh pr create --fill` failed: No commits between main and fix (2026-03-11).',
  ],
  [
    'aws s3 ls s3://shop',
    `An error occurred (AccessDenied) when calling the ListObjectsV2 operation: Access Denied`,
    true,
    'failure',
    '`aws s3 ls s3://shop` failed: AccessDenied of ListObjectsV2: Access Denied (2026-03-11).',
  ],
  [
    'psql -f init.sql',
    `psql:init.sql:12: ERROR:  relation "cart" already exists`,
    true,
    'failure',
    '`psql -f init.sql` failed: relation "cart" already exists (init.sql:12) (2026-03-11).',
  ],
  [
    'helm upgrade shop ./chart',
    `Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress`,
    true,
    'failure',
    '`helm upgrade shop ./chart` failed: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress (2026-03-11).',
  ],
  [
    'make test',
    `make: *** No rule to make target 'test'.  Stop.`,
    true,
    'failure',
    "make reports an error: No rule to make target 'test' (2026-03-11).",
  ],
  [
    'shellcheck deploy.sh',
    `
In deploy.sh line 3:
rm -rf $DIR/*
       ^--^ SC2086 (info): Double quote to prevent globbing and word splitting.
`,
    true,
    'failure',
    'ShellCheck reports an error in deploy.sh:3: Double quote to prevent globbing and word splitting (SC2086) (2026-03-11).',
  ],
  [
    'curl -sf https://api.example.com/health',
    `curl: (22) The requested URL returned error: 503`,
    true,
    'failure',
    '`curl -sf https://api.example.com/health` failed: The requested URL returned error: 503 (2026-03-11).',
  ],
  [
    'ssh deploy@host uptime',
    `deploy@host: Permission denied (publickey).`,
    true,
    'failure',
    '`ssh deploy@host uptime` failed: Permission denied (publickey) (2026-03-11).',
  ],
];

/** What says nothing to keep. */
const LEFT: readonly (readonly [string, string, boolean])[] = [
  [
    'terraform apply -auto-approve',
    `aws_s3_bucket.logs: Creation complete after 2s [id=shop-logs]

Apply complete! Resources: 3 added, 1 changed, 0 destroyed.`,
    false,
  ],
  [
    'alembic revision --autogenerate -m "add cart"',
    `INFO  [alembic.autogenerate.compare] Detected added table 'cart'
  Generating /home/ann/shop/migrations/versions/1a2b_add_cart.py ...  done`,
    false,
  ],
  [
    'npm install',
    `npm warn EBADENGINE Unsupported engine {
npm warn EBADENGINE   package: 'vite@6.0.0',
npm warn EBADENGINE   required: { node: '^18.0.0 || ^20.0.0 || >=22.0.0' },
npm warn EBADENGINE   current: { node: 'v21.1.0', npm: '10.2.0' }
npm warn EBADENGINE }

added 120 packages in 4s`,
    false,
  ],
  ['ls missing', `ls: cannot access 'missing': No such file or directory`, true],
  [
    'npm test',
    `> shop@1.0.0 test
> vitest run

 ✓ src/cart.test.ts (4 tests) 12ms

 Test Files  1 passed (1)
      Tests  4 passed (4)`,
    false,
  ],
];

describe('The output of a program', () => {
  test.each(KEPT)('of %s', (command, output, failed, type, text) => {
    expect(of(command, output, failed)).toEqual({ status: 'facts', facts: [{ text, type }] });
    expect(text).not.toMatch(/\bann\b/);
    expect(factFaults(text).filter((fault) => /secret|address|phone|longer/.test(fault))).toEqual([]);
  });

  test.each(KEPT)(
    'of %s, cut in the middle and with other line ends, is none or says the same',
    (command, output, failed) => {
      const lines = output.split('\n');
      const cut = [
        ...lines.slice(0, Math.ceil(lines.length / 3)),
        '[cut]',
        ...lines.slice(-Math.ceil(lines.length / 3)),
      ].join('\r\n');
      const found = of(command, cut, failed);
      if (found.status === 'facts') expect(found.facts[0]?.text).toMatch(/^[\w`.].*\(2026-03-11\)\.$/);
    },
  );

  test.each(LEFT)('of %s says nothing to keep', (command, output, failed) =>
    expect(of(command, output, failed).status).toBe('nothing'),
  );
});
