/** Package managers, builds, containers, clusters, migrations, crashes and histories of git: what of them is worth knowing in half a year. */
import { describe, expect, test } from 'vitest';

import { distillByRules, factFaults } from '../../../src/core/distill.js';
import type { Distilled } from '../../../src/core/distill/rules.js';

const of = (command: string, output: string, failed: boolean): Distilled =>
  distillByRules({
    id: '1',
    at: '2026-03-11T14:05:00+01:00',
    source: 'hook',
    cwd: '/home/ann/shop',
    tool: { name: 'Bash', input: { command }, output, failed },
  });

/** Command, output, whether it failed; type and text of what is kept. */
const KEPT: readonly (readonly [string, string, boolean, string, string])[] = [
  [
    'pnpm -r build',
    `Scope: 3 of 4 workspace projects
packages/api build$ tsc -p .
packages/api build: src/cart.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.
packages/api build: Failed
/home/ann/shop/packages/api:
 ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  api@1.0.0 build: \`tsc -p .\`
Exit status 2`,
    true,
    'failure',
    `TypeScript reports an error in packages/api/src/cart.ts:12: Type 'string' is not assignable to type 'number' (TS2322) (2026-03-11).`,
  ],
  [
    'pnpm install',
    ` WARN  deprecated inflight@1.0.6
Lockfile is up to date, resolution step is skipped
 ERR_PNPM_PEER_DEP_ISSUES  Unmet peer dependencies

.
└─┬ eslint-plugin-react 7.34.0
  └── ✕ unmet peer eslint@"^8": found 9.9.0
hint: To disable failing on peer dependency issues, add the following to pnpm-workspace.yaml`,
    true,
    'failure',
    '`pnpm install` failed: unmet peer eslint@"^8": found 9.9.0 (2026-03-11).',
  ],
  [
    'pnpm install',
    ` ERR_PNPM_NO_MATCHING_VERSION  No matching version found for @shop/ui@2.0.0 inside the workspace

This error happened while installing the dependencies of shop-web@1.0.0`,
    true,
    'failure',
    '`pnpm install` failed: No matching version found for @shop/ui@2.0.0 inside the workspace (2026-03-11).',
  ],
  [
    'pnpm remove moment',
    `dependencies:
- moment 2.30.1

Done in 1.4s`,
    false,
    'dependency',
    'Removed moment with pnpm (2026-03-11).',
  ],
  [
    'yarn install',
    `yarn install v1.22.22
[1/5] Validating package.json...
error shop@1.0.0: The engine "node" is incompatible with this module. Expected version ">=22". Got "20.11.1"
error Found incompatible module.
info Visit https://yarnpkg.com/en/docs/cli/install for documentation about this command.`,
    true,
    'failure',
    '`yarn install` failed: shop@1.0.0: The engine "node" is incompatible with this module. Expected version ">=22". Got "20.11.1" (2026-03-11).',
  ],
  [
    'yarn workspace api test',
    `➤ YN0000: ┌ Resolution step
Usage Error: The nearest package directory (/home/ann/shop/api) doesn't seem to be part of the project declared in /home/ann/shop.`,
    true,
    'failure',
    `\`yarn workspace api test\` failed: The nearest package directory (api) doesn't seem to be part of the project declared in ~/shop (2026-03-11).`,
  ],
  [
    'uv lock',
    `warning: No \`requires-python\` value found in the workspace. Defaulting to \`>=3.12\`.
  × No solution found when resolving dependencies:
  ╰─▶ Because torch==2.1.0 has no wheels with a matching Python version tag (e.g., \`cp313\`) and your project depends on torch==2.1.0, we can conclude that your project's requirements are unsatisfiable.`,
    true,
    'failure',
    '`uv lock` failed: Because torch==2.1.0 has no wheels with a matching Python version tag (e.g., `cp313`) and your project depends on torch==2.1.0 (2026-03-11).',
  ],
  [
    'uv remove requests',
    `Resolved 8 packages in 12ms
Uninstalled 2 packages in 3ms
 - requests==2.32.3
 - urllib3==2.2.1`,
    false,
    'dependency',
    'Removed requests with uv (2026-03-11).',
  ],
  [
    'uv run alembic upgrade head',
    `INFO  [alembic.runtime.migration] Running upgrade 3c4d -> 5e6f, make email unique
Traceback (most recent call last):
  File "/home/ann/shop/.venv/lib/python3.12/site-packages/sqlalchemy/engine/base.py", line 1967, in _exec_single_context
    self.dialect.do_execute(
sqlalchemy.exc.IntegrityError: (psycopg2.errors.UniqueViolation) could not create unique index "uq_users_email"
DETAIL:  Key (email)=(jane.roe@example.com) is duplicated.`,
    true,
    'failure',
    'Alembic migration 5e6f (make email unique) failed: (psycopg2.errors.UniqueViolation) could not create unique index "uq_users_email" (2026-03-11).',
  ],
  [
    'cargo add tokio --features full',
    `    Updating crates.io index
      Adding tokio v1.40.0 to dependencies
             Features:
             + bytes
             + fs`,
    false,
    'dependency',
    'Installed tokio 1.40.0 with Cargo (2026-03-11).',
  ],
  [
    'cargo build --release',
    `error[E0277]: the trait bound \`Cart: Serialize\` is not satisfied
   --> src/api/cart.rs:31:10
    |
31  |     Json(cart)
    |     ---- ^^^^ the trait \`Serialize\` is not implemented for \`Cart\`
error: could not compile \`shop\` (lib) due to 1 previous error`,
    true,
    'failure',
    'Rust does not compile src/api/cart.rs:31: the trait bound `Cart: Serialize` is not satisfied (E0277) (2026-03-11).',
  ],
  [
    'cargo update',
    `error: failed to select a version for \`ring\`.
    ... required by package \`rustls v0.21.0\`
versions that meet the requirements \`^0.16.20\` are: 0.16.20

package \`ring\` links to the native library \`ring_core_0_17\`, but it conflicts with a previous package`,
    true,
    'failure',
    '`cargo update` failed: failed to select a version for `ring`: required by package `rustls v0.21.0` (2026-03-11).',
  ],
  [
    'cargo test --workspace',
    `---- ledger::tests::balances stdout ----

thread 'ledger::tests::balances' panicked at crates/ledger/src/lib.rs:88:14:
called \`Result::unwrap()\` on an \`Err\` value: ParseIntError { kind: InvalidDigit }
stack backtrace:
   0: rust_begin_unwind
   1: core::panicking::panic_fmt

failures:
    ledger::tests::balances

test result: FAILED. 11 passed; 1 failed; 0 ignored; 0 measured`,
    true,
    'failure',
    'Rust test "ledger::tests::balances" failed: called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit } (crates/ledger/src/lib.rs:88) (2026-03-11).',
  ],
  [
    'go mod tidy',
    `go: finding module for package github.com/shop/money
go: github.com/shop/cart imports
	github.com/shop/money: cannot find module providing package github.com/shop/money`,
    true,
    'failure',
    '`go mod tidy` failed: cannot find module providing package github.com/shop/money (2026-03-11).',
  ],
  [
    'go build ./...',
    `go: updates to go.mod needed, disabled by -mod=readonly; to update it:
	go mod tidy`,
    true,
    'failure',
    '`go build ./...` failed: updates to go.mod needed, disabled by -mod=readonly (2026-03-11).',
  ],
  [
    'go run ./cmd/api',
    `2026/03/11 14:05:00 listening on :8080
panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x6a1b2c]

goroutine 34 [running]:
github.com/shop/cart.(*Service).Total(0x0, {0xc000123, 0x3})
	/home/ann/shop/internal/cart/service.go:57 +0x1c
net/http.HandlerFunc.ServeHTTP(0xc0001, {0x9, 0x1}, 0xc0002)
	/usr/local/go/src/net/http/server.go:2141 +0x29
exit status 2`,
    true,
    'failure',
    '`go run ./cmd/api` failed with `panic: runtime error: invalid memory address or nil pointer dereference` at internal/cart/service.go:57 (`cart.(*Service).Total`) (2026-03-11).',
  ],
  [
    'go test ./internal/...',
    `panic: test timed out after 10m0s
	running tests:
		TestWorkerDrains (9m58s)

goroutine 1 [running]:
testing.(*M).startAlarm.func1()
	/usr/local/go/src/testing/testing.go:2366 +0x385
FAIL	github.com/shop/internal/worker	600.012s
FAIL`,
    true,
    'failure',
    'Go test "TestWorkerDrains" failed: test timed out after 10m0s (2026-03-11).',
  ],
  [
    './gradlew :app:assembleDebug',
    `> Task :app:checkDebugAarMetadata FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:checkDebugAarMetadata'.
> A failure occurred while executing com.android.build.gradle.internal.tasks.CheckAarMetadataWorkAction
   > 1 issue was found when checking AAR metadata:

       1.  Dependency 'androidx.core:core-ktx:1.15.0' requires libraries and applications that
           depend on it to compile against version 35 or later of the
           Android APIs.

           :app is currently compiled against android-34.

* Try:
> Run with --stacktrace option to get the stack trace.`,
    true,
    'failure',
    `\`./gradlew :app:assembleDebug\` failed: Dependency 'androidx.core:core-ktx:1.15.0' requires libraries and applications that depend on it to compile against version 35 or later of the Android APIs (2026-03-11).`,
  ],
  [
    './gradlew build',
    `FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':compileJava'.
> error: invalid source release: 21

* Try:
> Run with --info`,
    true,
    'failure',
    '`./gradlew build` failed: invalid source release: 21 (2026-03-11).',
  ],
  [
    './gradlew dependencies',
    `FAILURE: Build failed with an exception.

* What went wrong:
Could not determine the dependencies of task ':app:compileJava'.
> Could not resolve all dependencies for configuration ':app:compileClasspath'.
   > Could not find com.shop:money:1.4.0.
     Searched in the following locations:
       - https://repo.example.test/maven/com/shop/money/1.4.0/money-1.4.0.pom`,
    true,
    'failure',
    '`./gradlew dependencies` failed: Could not find com.shop:money:1.4.0 (2026-03-11).',
  ],
  [
    'docker compose up -d',
    ` Container shop-db-1  Started
Error response from daemon: driver failed programming external connectivity on endpoint shop-api-1: Bind for 0.0.0.0:8080 failed: port is already allocated`,
    true,
    'failure',
    '`docker compose up -d` failed: driver failed programming external connectivity on endpoint shop-api-1: Bind for 0.0.0.0:8080 failed: port is already allocated (2026-03-11).',
  ],
  [
    'docker build -t api .',
    `#12 [builder 5/7] RUN pip install -r requirements.txt
#12 4.212 ERROR: Could not build wheels for psycopg2, which is required to install pyproject.toml-based projects
#12 4.220   Error: pg_config executable not found.
------
 > [builder 5/7] RUN pip install -r requirements.txt:
------
Dockerfile:9
ERROR: failed to solve: process "/bin/sh -c pip install -r requirements.txt" did not complete successfully: exit code: 1`,
    true,
    'failure',
    'Docker build step "pip install -r requirements.txt" (Dockerfile:9) failed: pg_config executable not found (2026-03-11).',
  ],
  [
    'docker push registry.example.com/shop/api:1.4',
    `The push refers to repository [registry.example.com/shop/api]
unauthorized: authentication required`,
    true,
    'failure',
    '`docker push registry.example.com/shop/api:1.4` failed: unauthorized: authentication required (2026-03-11).',
  ],
  [
    'terraform plan',
    `╷
│ Error: Unsupported argument
│ 
│   on modules/db/main.tf line 14, in resource "aws_db_instance" "main":
│   14:   storage_typ = "gp3"
│ 
│ An argument named "storage_typ" is not expected here. Did you mean "storage_type"?
╵`,
    true,
    'failure',
    '`terraform plan` failed: Unsupported argument: An argument named "storage_typ" is not expected here (modules/db/main.tf:14) (2026-03-11).',
  ],
  [
    'terraform apply',
    `╷
│ Error: Error acquiring the state lock
│ 
│ Error message: ConditionalCheckFailedException: The conditional request failed
│ Lock Info:
│   ID:        3f2a1bc0-1111-2222-3333-444455556666
│   Path:      shop-tfstate/prod/terraform.tfstate
│   Operation: OperationTypeApply
│   Who:       ann@laptop
╵`,
    true,
    'failure',
    '`terraform apply` failed: Error acquiring the state lock: ConditionalCheckFailedException: The conditional request failed (2026-03-11).',
  ],
  [
    'terraform destroy -target=aws_s3_bucket.logs',
    `aws_s3_bucket.logs: Destroying... [id=shop-logs]
╷
│ Error: deleting S3 Bucket (shop-logs): BucketNotEmpty: The bucket you tried to delete is not empty
│ 	status code: 409, request id: ABC
╵`,
    true,
    'failure',
    '`terraform destroy -target=aws_s3_bucket.logs` failed: deleting S3 Bucket (shop-logs): BucketNotEmpty: The bucket you tried to delete is not empty (2026-03-11).',
  ],
  [
    'kubectl apply -f k8s/job.yaml',
    'The Job "migrate" is invalid: spec.template: Invalid value: core.PodTemplateSpec{}: field is immutable',
    true,
    'failure',
    '`kubectl apply -f k8s/job.yaml` failed: The Job "migrate" is invalid: spec.template: Invalid value: core.PodTemplateSpec{}: field is immutable (2026-03-11).',
  ],
  [
    'kubectl logs deploy/api',
    'Error from server (BadRequest): container "api" in pod "api-6d5f" is waiting to start: CreateContainerConfigError',
    true,
    'failure',
    '`kubectl logs deploy/api` failed: container "api" in pod "api-6d5f" is waiting to start: CreateContainerConfigError (2026-03-11).',
  ],
  [
    'kubectl exec -it api-6d5f -- sh',
    'error: unable to upgrade connection: container not found ("api")',
    true,
    'failure',
    '`kubectl exec -it api-6d5f -- sh` failed: unable to upgrade connection: container not found ("api") (2026-03-11).',
  ],
  [
    'kubectl describe pod api-6d5f',
    `Events:
  Type     Reason     Age   From               Message
  Warning  FailedScheduling  2m  default-scheduler  0/3 nodes are available: 3 Insufficient memory. preemption: 0/3 nodes are available`,
    false,
    'failure',
    '`kubectl describe pod api-6d5f` shows FailedScheduling: 0/3 nodes are available: 3 Insufficient memory (2026-03-11).',
  ],
  [
    'kubectl get nodes',
    'Unable to connect to the server: x509: certificate has expired or is not yet valid: current time 2026-03-11T13:05:00Z is after 2026-03-01T00:00:00Z',
    true,
    'failure',
    '`kubectl get nodes` failed: Unable to connect to the server: x509: certificate has expired or is not yet valid: current time 2026-03-11T13:05:00Z is after 2026-03-01T00:00:00Z (2026-03-11).',
  ],
  [
    'python -m worker',
    `2026-03-11 14:05:00 ERROR worker crashed
Traceback (most recent call last):
  File "/home/ann/shop/worker/__main__.py", line 12, in <module>
    run()
  File "/home/ann/shop/worker/loop.py", line 44, in run
    job = queue.get_nowait()
          ^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.12/queue.py", line 168, in get_nowait
    return self.get(block=False)
_queue.Empty`,
    true,
    'failure',
    '`python -m worker` failed with `_queue.Empty` at worker/loop.py:44 (`run`) (2026-03-11).',
  ],
  [
    'python etl.py',
    `Traceback (most recent call last):
  File "/home/ann/shop/etl.py", line 20, in <module>
    asyncio.run(main())
  File "/home/ann/shop/etl.py", line 14, in main
    await load(rows)
  File "/home/ann/shop/load.py", line 33, in load
    raise RuntimeError("batch 7 rejected") from err
RuntimeError: batch 7 rejected

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/home/ann/shop/etl.py", line 16, in main
    await pool.close()
asyncpg.exceptions._base.InterfaceError: pool is closing`,
    true,
    'failure',
    '`python etl.py` failed with `asyncpg.exceptions._base.InterfaceError: pool is closing` at etl.py:16 (`main`), after `RuntimeError: batch 7 rejected` (2026-03-11).',
  ],
  [
    'java -jar build/libs/shop.jar',
    `2026-03-11T14:05:00.123+01:00 ERROR 1 --- [main] o.s.boot.SpringApplication : Application run failed

org.springframework.beans.factory.UnsatisfiedDependencyException: Error creating bean with name 'cartController' defined in file [/home/ann/shop/CartController.class]: Unsatisfied dependency expressed through constructor parameter 0
	at org.springframework.beans.factory.support.ConstructorResolver.createArgumentArray(ConstructorResolver.java:795)
	at com.shop.ShopApplication.main(ShopApplication.java:12)
Caused by: org.springframework.beans.factory.NoSuchBeanDefinitionException: No qualifying bean of type 'com.shop.cart.CartRepository' available: expected at least 1 bean which qualifies as autowire candidate
	at org.springframework.beans.factory.support.DefaultListableBeanFactory.raiseNoMatchingBeanFound(DefaultListableBeanFactory.java:1880)
	... 35 more`,
    true,
    'failure',
    `\`java -jar build/libs/shop.jar\` failed with \`org.springframework.beans.factory.NoSuchBeanDefinitionException: No qualifying bean of type 'com.shop.cart.CartRepository' available: expected at least 1 bean which qualifies as autowire candidate\` (2026-03-11).`,
  ],
  [
    './mvnw spring-boot:run',
    `***************************
APPLICATION FAILED TO START
***************************

Description:

Web server failed to start. Port 8080 was already in use.

Action:

Identify and stop the process that's listening on port 8080 or configure this application to listen on another port.`,
    true,
    'failure',
    '`./mvnw spring-boot:run` failed: Web server failed to start. Port 8080 was already in use (2026-03-11).',
  ],
  [
    'node dist/worker.js',
    `/home/ann/shop/dist/worker.js:31
        throw new Error('queue is closed');
        ^

Error: queue is closed
    at Worker.next (/home/ann/shop/src/worker.ts:22:11)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5) {
  [cause]: MongoServerSelectionError: connect ECONNREFUSED 127.0.0.1:27017
      at Topology.selectServer (/home/ann/shop/node_modules/mongodb/lib/sdam/topology.js:303:38)
}

Node.js v22.11.0`,
    true,
    'failure',
    '`node dist/worker.js` failed with `Error: queue is closed` at src/worker.ts:22 (`Worker.next`), caused by `MongoServerSelectionError: connect ECONNREFUSED 127.0.0.1:27017` (2026-03-11).',
  ],
  [
    'npm run dev',
    `[nodemon] starting \`node src/index.js\`
(node:4123) UnhandledPromiseRejectionWarning: PrismaClientInitializationError: Can't reach database server at \`db:5432\`
    at r (/home/ann/shop/node_modules/@prisma/client/runtime/library.js:112:2770)
    at async getUser (/home/ann/shop/src/user.js:8:14)`,
    true,
    'failure',
    `\`npm run dev\` failed with \`PrismaClientInitializationError: Can't reach database server at 'db:5432'\` at src/user.js:8 (\`getUser\`) (2026-03-11).`,
  ],
  [
    'npx prisma migrate dev',
    `Environment variables loaded from .env
Drift detected: Your database schema is not in sync with your migration history.

The following is a summary of the differences between the expected database schema given your migrations files, and the actual schema of the database.

[*] Changed the \`User\` table
  [+] Added column \`nickname\`

? We need to reset the "public" schema at "localhost:5432"`,
    true,
    'failure',
    '`npx prisma migrate dev` failed: Drift detected: Your database schema is not in sync with your migration history (2026-03-11).',
  ],
  [
    'npx prisma migrate deploy',
    `2 migrations found in prisma/migrations

Applying migration \`20260311_add_orders\`
Error: P3018

A migration failed to apply. New migrations cannot be applied before the error is recovered from. Read more about how to resolve migration issues in a production database: https://pris.ly/d/migrate-resolve

Migration name: 20260311_add_orders

Database error code: 42P07

Database error:
ERROR: relation "Order" already exists`,
    true,
    'failure',
    'Prisma migration 20260311_add_orders failed: relation "Order" already exists (2026-03-11).',
  ],
  [
    'bin/rails db:migrate',
    `== 20260311101112 AddIndexToOrders: migrating ==================================
-- add_index(:orders, :number, {:unique=>true})
bin/rails aborted!
StandardError: An error has occurred, this and all later migrations canceled: (StandardError)

PG::UniqueViolation: ERROR:  could not create unique index "index_orders_on_number"
DETAIL:  Key (number)=(1042) is duplicated.

/home/ann/shop/db/migrate/20260311101112_add_index_to_orders.rb:3:in 'change'

Caused by:
ActiveRecord::RecordNotUnique: PG::UniqueViolation: ERROR:  could not create unique index "index_orders_on_number"`,
    true,
    'failure',
    'Rails migration AddIndexToOrders failed: could not create unique index "index_orders_on_number" (2026-03-11).',
  ],
  [
    'flyway -url=jdbc:postgresql://localhost/shop migrate',
    `Flyway Community Edition 10.10.0
ERROR: Validate failed: Migrations have failed validation
Migration checksum mismatch for migration version 7
-> Applied to database : 1062144176
-> Resolved locally    : 1432425380
Either revert the changes to the migration, or run repair to update the schema history.`,
    true,
    'failure',
    'Flyway migration failed: Migration checksum mismatch for migration version 7 (2026-03-11).',
  ],
  [
    'alembic upgrade head',
    `INFO  [alembic.runtime.migration] Running upgrade 5e6f -> 7a8b, drop legacy table
sqlalchemy.exc.InternalError: (psycopg2.errors.DependentObjectsStillExist) cannot drop table legacy_orders because other objects depend on it
DETAIL:  view report_orders depends on table legacy_orders
HINT:  Use DROP ... CASCADE to drop the dependent objects too.`,
    true,
    'failure',
    'Alembic migration 7a8b (drop legacy table) failed: (psycopg2.errors.DependentObjectsStillExist) cannot drop table legacy_orders because other objects depend on it (2026-03-11).',
  ],
  [
    'python manage.py migrate',
    `Operations to perform:
  Apply all migrations: admin, shop
Running migrations:
  Applying shop.0012_price_not_null...Traceback (most recent call last):
  File "/home/ann/shop/.venv/lib/python3.12/site-packages/django/db/backends/utils.py", line 105, in _execute
    return self.cursor.execute(sql, params)
psycopg.errors.NotNullViolation: column "price" of relation "shop_item" contains null values

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/home/ann/shop/manage.py", line 22, in <module>
    main()
django.db.utils.IntegrityError: column "price" of relation "shop_item" contains null values`,
    true,
    'failure',
    'Django migration shop.0012_price_not_null failed: column "price" of relation "shop_item" contains null values (2026-03-11).',
  ],
  [
    'git rebase origin/main',
    `Auto-merging src/cart.ts
CONFLICT (content): Merge conflict in src/cart.ts
error: could not apply 3f2a1bc... Round totals
hint: Resolve all conflicts manually, mark them as resolved with
Could not apply 3f2a1bc... # Round totals`,
    true,
    'failure',
    'Rebasing onto origin/main conflicted in src/cart.ts (2026-03-11).',
  ],
  [
    'git rebase --continue',
    `CONFLICT (content): Merge conflict in package-lock.json
error: could not apply 9e8d7c6... Bump vite`,
    true,
    'failure',
    'Rebasing conflicted in package-lock.json (2026-03-11).',
  ],
  [
    'git push --force',
    `remote: error: GH013: Repository rule violations found for refs/heads/main.
remote: Review all repository rules at https://github.com/acme/shop/rules
remote:
remote: - Cannot force-push to this branch
remote:
To github.com:acme/shop.git
 ! [remote rejected] main -> main (push declined due to repository rule violations)
error: failed to push some refs to 'github.com:acme/shop.git'`,
    true,
    'failure',
    'Pushing main was rejected: GH013: Repository rule violations found for refs/heads/main: Cannot force-push to this branch (2026-03-11).',
  ],
  [
    'git push --force-with-lease origin fix/totals',
    `To github.com:acme/shop.git
 ! [rejected]        fix/totals -> fix/totals (stale info)
error: failed to push some refs to 'github.com:acme/shop.git'`,
    true,
    'failure',
    'Pushing fix/totals was rejected: stale info (2026-03-11).',
  ],
  [
    'git push -u origin fix/totals',
    `remote: GitLab: You are not allowed to force push code to a protected branch on this project.
To gitlab.example.com:acme/shop.git
 ! [remote rejected] fix/totals -> fix/totals (pre-receive hook declined)
error: failed to push some refs to 'gitlab.example.com:acme/shop.git'`,
    true,
    'failure',
    'Pushing fix/totals was rejected: GitLab: You are not allowed to force push code to a protected branch on this project (2026-03-11).',
  ],
  [
    'git cherry-pick 4b5c6d7',
    `Auto-merging api/openapi.yaml
CONFLICT (content): Merge conflict in api/openapi.yaml
CONFLICT (modify/delete): api/v1.ts deleted in HEAD and modified in 4b5c6d7 (Fix v1). Version 4b5c6d7 (Fix v1) of api/v1.ts left in tree.
error: could not apply 4b5c6d7... Fix v1`,
    true,
    'failure',
    'Cherry-picking 4b5c6d7 conflicted in api/openapi.yaml and api/v1.ts (2026-03-11).',
  ],
  [
    'git merge release/1.4',
    'fatal: refusing to merge unrelated histories',
    true,
    'failure',
    '`git merge release/1.4` failed: refusing to merge unrelated histories (2026-03-11).',
  ],
  [
    'git stash pop',
    `Auto-merging src/cart.ts
CONFLICT (content): Merge conflict in src/cart.ts
The stash entry is kept in case you need it again.`,
    true,
    'failure',
    'Applying the stash conflicted in src/cart.ts (2026-03-11).',
  ],
  [
    'git submodule update --init',
    `fatal: clone of 'git@github.com:acme/proto.git' into submodule path '/home/ann/shop/proto' failed
Failed to clone 'proto'. Retry scheduled`,
    true,
    'failure',
    `\`git submodule update --init\` failed: clone of 'git@github.com:acme/proto.git' into submodule path 'proto' failed (2026-03-11).`,
  ],
  [
    'git commit -m "Round totals"',
    `husky - pre-commit script failed (code 1)
src/cart.ts
  12:7  error  'total' is never reassigned. Use 'const' instead  prefer-const

✖ 1 problem (1 error, 0 warnings)`,
    true,
    'failure',
    `ESLint reports an error in src/cart.ts:12: 'total' is never reassigned (prefer-const) (2026-03-11).`,
  ],
  [
    'python manage.py migrate',
    `Running migrations:
  Applying shop.0011_cart... OK
  Applying shop.0012_price_not_null...Traceback (most recent call last):
django.db.utils.IntegrityError: column "price" of relation "shop_item" contains null values`,
    true,
    'failure',
    'Django migration shop.0012_price_not_null failed: column "price" of relation "shop_item" contains null values (2026-03-11).',
  ],
  [
    'npx sequelize-cli db:migrate',
    `== 20260311101112-add-status: migrating =======
== 20260311101112-add-status: migrated (0.012s)

== 20260312090000-add-carrier: migrating =======

ERROR: column "carrier" of relation "orders" already exists`,
    true,
    'failure',
    'Sequelize migration 20260312090000-add-carrier failed: column "carrier" of relation "orders" already exists (2026-03-11).',
  ],
  [
    'npx knex migrate:latest',
    `migration file "20260311_orders.js" failed
migration failed with error: alter table "orders" add column "total" integer - column "total" of relation "orders" already exists`,
    true,
    'failure',
    'Knex migration 20260311_orders.js failed: alter table "orders" add column "total" integer - column "total" of relation "orders" already exists (2026-03-11).',
  ],
  [
    'git clone git@github.com:acme/proto.git',
    `Cloning into 'proto'...
ERROR: Repository not found.
fatal: Could not read from remote repository.

Please make sure you have the correct access rights
and the repository exists.`,
    true,
    'failure',
    '`git clone git@github.com:acme/proto.git` failed: Repository not found (2026-03-11).',
  ],
  [
    'pnpm -r test',
    `packages/ui test: FAIL  src/button.test.ts > Button > is disabled
packages/ui test: AssertionError: expected false to be true // Object.is equality
packages/ui test: Failed`,
    true,
    'failure',
    'JavaScript test "Button › is disabled" in packages/ui/src/button.test.ts failed: AssertionError: expected false to be true (2026-03-11).',
  ],
];

/** What only stands in the way of a step now, and is over with the next. */
const LEFT: readonly (readonly [string, string, boolean])[] = [
  ['docker compose exec api sh', 'service "api" is not running', true],
  [
    'git rebase -i HEAD~3',
    `error: cannot rebase: You have unstaged changes.
error: Please commit or stash them.`,
    true,
  ],
  [
    'git pull',
    `error: Your local changes to the following files would be overwritten by merge:
	src/config.ts
Please commit your changes or stash them before you merge.
Aborting`,
    true,
  ],
  [
    'git pull',
    `hint: You have divergent branches and need to specify how to reconcile them.
fatal: Need to specify how to reconcile divergent branches.`,
    true,
  ],
  [
    'git worktree add ../shop-fix fix/totals',
    `fatal: 'fix/totals' is already checked out at '/home/ann/shop-old'`,
    true,
  ],
];

describe('The output of', () => {
  test.each(KEPT)('%s', (command, output, failed, type, text) => {
    expect(of(command, output, failed)).toEqual({ status: 'facts', facts: [{ text, type }] });
    expect(text).not.toMatch(/\bann\b|jane|\/home\//);
    expect(factFaults(text).filter((fault) => /secret|address|phone|longer/.test(fault))).toEqual([]);
  });

  test.each(LEFT)('%s says nothing to keep', (command, output, failed) =>
    expect(of(command, output, failed).status).toBe('nothing'),
  );
});
