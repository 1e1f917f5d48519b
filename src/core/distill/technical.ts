/** How much of a sentence is about software. */
import { countPlaceholders } from './placeholders.js';

/** Stems of words that stand in technical sentences and rarely in others. */
const WORDS = new Set(
  (
    'user spelling text docs abort acid admin agent alembic alert algorithm alias alpine ansible antivirus apache api app appender approval ' +
    'architecture archive argument arm array artifact asset async asynchronous attribute audit auth authentication ' +
    'authorization autoscaler avro aws azure babel backend backfill backlog backoff backup bandwidth banner barrel ' +
    'bash batch benchmark bill binary bit bitbucket blocked bom branch breakpoint broker browser bucket buffer bug ' +
    'build bundle bundler button byte bytecode cache callback canary cargo cascade cassandra cast cd cdn celery cert ' +
    'certificate changelog charset chart checkout checksum chunk ci class cli clock closure cloud cluster cmake code ' +
    'codebase codec codegen collation column comment commit compile compiler compliance component composer ' +
    'concurrency config configuration connection console constraint consumer container contract controller ' +
    'convention cookie core coroutine cors counter cpu crash credential cron css csv curl cursor daemon dashboard ' +
    'data database dataset db ddl deadline deadlock debug debugger decorator default dependency deploy deployment ' +
    'deprecated deserialize desktop dev dialog directory disk django dns docker dockerfile domain downtime driver ' +
    'dropdown dto dump duplicate editor elastic elasticsearch electron encoder encoding encrypt encryption endpoint ' +
    'engine enum env environment error eslint event excel exception executable expiry export exporter extension ' +
    'factory failover fallback fastapi feature fetch field file filter firewall firmware fix fixture flag flaky ' +
    'flask float flush flyway folder font footer foreign fork form format framework frontend function gateway gc ' +
    'getter git github gitlab golang gpu gradle grafana graphql grpc gunicorn gzip handler hardware hash header heap ' +
    'helm heroku hook hostname hotfix html http https hydration id ide idempotency idempotent identifier image ' +
    'import importer incident index indexer indexes indices inference infra ingress inheritance init inode input ' +
    'install instance integer integration interceptor interface interpreter invalidation ip iterator java javascript ' +
    'jenkins jest job join json jvm jwt kafka kebab kernel key kotlin kubernetes lag lambda latency layer layout ' +
    'leak ledger library limit lint linter linux listener load loader locale localhost lock lockfile log logger ' +
    'login loop lua machine macos main maintenance manifest mariadb markdown master maven memory menu merge message ' +
    'metadata method metric microservice middleware migration milestone mock modal model module mongodb monitoring ' +
    'monorepo mount mtu musl mutex mysql namespace naming network nginx node nodejs notebook npm null nullable oauth ' +
    'object offset openapi openssl optimizer oracle orm os outage output overflow package packet page pagination ' +
    'parallel parameter parent parse parser partition password patch path payload pdf performance permission persist ' +
    'pip pipeline pixel playwright plugin pnpm pod pointer poll polling pool port postgres postgresql postmortem ' +
    'powershell prefetch prefix prisma process processor producer production profiler projection prometheus promise ' +
    'prompt property protobuf protocol proxy publish pull push pytest python pytorch quantize query queue quota ' +
    'rabbitmq race rack rails ram react rebase rebuild reconcile redirect redis redux refactor refactoring regex ' +
    'registry regression release remote rename render replica replication repo repository request reset resolver ' +
    'response rest restart retention retry revert review reviewer revision rollback rollout root rounding router ' +
    'routing rpc rq rspec ruby runbook runner runtime rust sampling sandbox scala schedule scheduler schema scope ' +
    'script sdk secret seed segfault selenium semaphore semver sensor sentry serialize serializer server serverless ' +
    'service session setter setting shard sharding shell ship shipping sidekiq signature singleton sla slo slug ' +
    'snapshot snippet socket solver spark spec spike spring sprint sql sqlalchemy sqlite ssh ssl sso stack staging ' +
    'stdin stdout storage store storybook stream string struct stub stylesheet subdomain subnet subscription suite ' +
    'svelte swift switch symlink sync syntax systemd tab table tag tailwind target task tcp template tenant terminal ' +
    'terraform test testcontainers thread threshold throttle throttling throughput tick timeout timestamp ' +
    'timestamptz timezone tls toggle token toolchain topic trace traceback tracing transaction transformer tree ' +
    'trigger truncate ttl tunnel tuple type typescript typing ubuntu udp ui undefined unicode unit unittest upgrade ' +
    'upload upstream uptime url userdata utc utf uuid vacuum validation validator variable vector version viewport ' +
    'virtualenv visibility vite vitest vlan vm vpc vpn vue warning wasm watcher web webhook webpack websocket ' +
    'webview whitelist widget wildcard windows wizard workaround worker workflow workload workspace wrapper write ' +
    'xlsx xml yaml yarn zero zip zone zsh'
  ).split(' '),
);

/** Products and companies, some of which are words or first names, too: told by their capital. */
const PRODUCTS = new Set(
  (
    'actix ada adyen airflow ajv akamai alembic alexa algolia amazon amplitude android angular ansible ant anthropic ' +
    'apache apollo apple arch argo asana astro athena aurora auth ava avro axum backbone backstage bamboo bazel ' +
    'bigquery bitbucket blender bootstrap braze buck bugsnag bun caddy calico capacitor cargo cassandra celery ceph ' +
    'chai chef chroma chromatic chrome cilium claude clickhouse clickup clojure cloudflare cloudfront cobol ' +
    'cockroach codecov concourse conda confluence consul copilot cordova cortana coveralls crate crossplane crystal ' +
    'cursor cypress dagster dart dash databricks datadog dbt debian delphi deno dependabot diesel discord django ' +
    'docker drone dynamo dynamodb eclipse elastic elasticsearch electron elixir elm emacs ember envoy erlang etcd ' +
    'excel expo facebook fargate fastify fastly fedora figma firebase firefox flask flora flutter flux flyway ' +
    'fortran gatling gatsby gemini gerrit github gitlab godot google gradle grafana graphql greenkeeper grpc hapi ' +
    'haproxy haskell hasura helm heroku hex hibernate hubspot hudson hugo immer influx intellij intercom ionic ios ' +
    'iris istio ivy jade jasmine jekyll jenkins jest jetty jira joi jotai jquery julia jupiter jupyter jwt k3s kafka ' +
    'karma keras keycloak kibana kinesis klarna knex koa kotlin kubernetes lambda laravel lein linear linkerd linux ' +
    'liquibase llama locust lodash loki longhorn looker lua lucene luigi luxon macos mailgun mamba mariadb maven ' +
    'meilisearch memcached mercurial meta metabase micronaut microsoft milvus minio mistral mix mixpanel mobx mocha ' +
    'moment mongo mongoose mssql mysql nats neo neon neovim netflix netlify nextjs nginx node nomad nose notion npm ' +
    'numpy nuxt oauth ocaml okta ollama openai opensearch openshift opsgenie oracle ory outlook packer pagerduty ' +
    'pandas pants parcel parquet pascal paypal perl phabricator phoenix pinecone plaid planetscale playwright pnpm ' +
    'podman poetry polars postgres postgresql postmark prefect prisma protobuf pulsar pulumi puppet puppeteer ' +
    'pytorch qdrant quarkus rabbit rails rancher ray recoil redis redshift relay renovate rocket rollbar rollup ' +
    'rosetta route53 ruby rxjs safari sage salesforce salt sap sbt scala scipy selenium sendgrid sentry sequelize ' +
    'serde shopify shortcut siemens sklearn slack snowflake snyk solr sonarqube spring sqlite storybook stripe ' +
    'supabase superset svelte swift symfony tableau tailwind talos tape tauri teams tekton telegram temporal ' +
    'tensorflow terraform thanos timescale tokio tomcat tox traefik travis trello trpc twilio typesense ubuntu ' +
    'underscore unity unreal urql vagrant vault vercel vim vite vitest warp weaviate webkit webpack whatsapp wildfly ' +
    'windows xcode yarn yup zendesk zod zookeeper zoom zustand'
  ).split(' '),
);

/** A number with what it counts, a status of HTTP, an error of an operating system. */
const MEASURE =
  /\b\d+(?:[.,]\d+)?\s?(?:ms|µs|ns|seconds?|secs?|minutes?|hours?|days?|[kmgt]i?b|[kmg]?hz|bytes?|bits?|rows?|requests?|replicas?|connections?|threads?|workers?|retries|attempts|%|percent|px|fps|rps|qps|characters?|lines?|tokens?|nodes?|cores?|pods?)(?![\p{L}])|\b[1-5]\d\d\b(?=\s?(?:s\b|errors?|responses?|status|codes?|from|for|on|when|is|are|as|and|into|,|\.|$))|\bE[A-Z]{4,12}\b/gu;
/** Names in capitals, such as TLS. */
const CAPITALS =
  /(?<![\p{L}\p{N}])(?!(?:OK|FYI|BTW|LOL|WTF|OMG|IMO|IMHO|TBH|ASAP|AM|PM|US|UK|EU|NO|YES|NOT|DO|TODO|ETA|WFH|OOO|HR|CEO|CTO|VP)(?![\p{L}\p{N}]))\p{Lu}[\p{Lu}\p{N}]{1,9}s?(?![\p{L}\p{N}])/gu;

/** Stems that a word may have: "queries" of "query", "caching" of "cache". */
const stemsOf = (word: string): string[] => [
  word,
  word.replace(/(?<=.{3})(?<!s)s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
  word.replace(/(?:e?d|ing)$/, ''),
  word.replace(/(?:ed|ing)$/, 'e'),
  word.replace(/(?:ed|ing)$/, ''),
  word.replace(/(.)\1(?:ed|ing)$/, '$1'),
];

/** Whether a word names a technique, a product or a thing of software rather than a person or a place. Any case. */
export const isTechnicalWord = (word: string): boolean =>
  stemsOf(word.toLowerCase()).some((stem) => WORDS.has(stem)) || PRODUCTS.has(word.toLowerCase());

/** Points of a text with placeholders: two for each piece of code, one for each technical word, measure and name in capitals. */
export function technicalPoints(text: string): number {
  const words = text.match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
  return (
    countPlaceholders(text) * 2 +
    words.filter((word) =>
      /^[A-Z]/.test(word) ? isTechnicalWord(word) : stemsOf(word).some((stem) => WORDS.has(stem)),
    ).length +
    (text.match(MEASURE)?.length ?? 0) +
    (text.match(CAPITALS)?.length ?? 0)
  );
}
