/** How much of a sentence is about software. */
import { shieldedParts } from './shield.js';

/** Stems of words that stand in technical sentences and rarely in others. */
const WORDS = new Set(
  (
    'abort acid audit blocked compliance deadline milestone review sprint  admin agent alert alembic algorithm alpine ansible antivirus apache api app approval architecture archive argument arm array artifact asset async asynchronous attribute auth authentication authorization autoscaler avro aws azure ' +
    'babel backend backfill backlog backoff backup bandwidth bash batch benchmark bill binary bit bitbucket branch breakpoint broker browser bucket buffer bug build bundle bundler byte bytecode ' +
    'cache cargo cascade cassandra cast cd cdn celery cert certificate changelog charset checkout checksum chunk ci class cli client clock cloud cluster cmake code codebase codec codegen collation column commit compile compiler component composer concurrency ' +
    'config configuration connection console constraint container contract controller cookie core coroutine cors cpu crash credential cron css csv curl cursor ' +
    'daemon dashboard data database dataset db ddl deadlock debug debugger decorator default dependency deploy deployment deprecated deserialize desktop dev directory disk django dns docker dockerfile domain downtime driver dto dump duplicate ' +
    'elastic elasticsearch electron encoding encrypt encryption endpoint engine enum env environment error eslint event exception executable export expiry express extension ' +
    'factory failover fallback fastapi feature fetch field file filter firewall fixture flag flaky flask flush flyway folder font footer foreign fork form format framework frontend function ' +
    'gateway gc git github gitlab golang gpu gradle grafana graphql grpc gunicorn gzip ' +
    'handler hash header heap helm heroku hook hostname hotfix html http https hydration ' +
    'id ide idempotent identifier image import incident index inference infra ingress inheritance init inode input install instance integer integration interceptor interface interpreter ip iterator ' +
    'java javascript jenkins jest job join json jvm jwt kafka kernel key kotlin kubernetes lambda latency layer layout leak library limit lint linter linux load loader localhost locale lock lockfile log logger login loop lua ' +
    'machine macos main manifest mariadb markdown master maven memory merge message metadata method metric microservice middleware migration mock model module mongodb monitoring monorepo mutex mysql ' +
    'namespace network nginx node nodejs notebook npm null nullable oauth object offset openapi openssl optimizer oracle orm os output overflow ' +
    'package packet page pagination parallel parameter parent parse parser partition password patch path payload performance permission persist pip pipeline pixel playwright plugin pnpm pod pointer pool powershell port postgres postgresql prefetch prefix prisma process processor production profiler prometheus promise prompt property protobuf protocol proxy pull push pytest python pytorch ' +
    'quantize query queue quota rabbitmq race rails ram react reconcile redis redirect redux refactor refactoring refactor regex registry regression release remote render replica replication repo repository request resolver response rest restart retention retry revert revision rollback rollout root router routing rpc rq rspec ruby runner runtime rust ' +
    'sandbox scala schedule scheduler schema scope script sdk secret segfault selenium semaphore sentry serialize serializer server serverless service session setting shard sharding shell sidekiq signature singleton snapshot socket solver spark spec spring sql sqlalchemy sqlite ssh ssl sso stack staging stdin stdout storage storybook store stream string struct stylesheet subnet subscription svelte swift symlink sync syntax systemd ' +
    'table tag tailwind target task tcp template tenant terraform test testcontainers thread threshold throttle throughput tick timeout timestamp timezone tls token toolchain topic trace traceback transaction transformer tree trigger ttl tunnel type typescript typing ' +
    'ubuntu udp ui undefined unicode unit unittest upgrade upload upstream url user userdata utf uuid validation validator variable vector version virtualenv visibility vite vitest vm vpc vpn vue wasm watcher web webhook webpack websocket whitelist widget windows wizard worker workflow workspace wrapper write xml yaml yarn zero zip zsh'
  ).split(' '),
);

/** A number with what it counts, a status of HTTP, a version, an error of an operating system. */
const MEASURE =
  /\b\d+(?:[.,]\d+)?\s?(?:ms|µs|ns|seconds?|secs?|minutes?|hours?|days?|[kmgt]i?b|bytes?|bits?|rows?|requests?|replicas?|connections?|threads?|workers?|retries|attempts|%|percent|px|fps|rps|qps|characters?|lines?|tokens?)\b|\b[1-5]\d\d\b(?=\s?(?:s\b|errors?|responses?|status|codes?|from|for|on|when|is|are|as|and|into|,|\.|$))|\bE[A-Z]{4,12}\b/g;
/** Names in capitals, such as TLS or N+1. */
const CAPITALS =
  /(?<![\p{L}\p{N}])(?!(?:OK|FYI|BTW|LOL|WTF|OMG|IMO|IMHO|TBH|ASAP|AM|PM|US|UK|EU|NO|YES|NOT|DO|TODO|ETA|WFH|OOO|HR|CEO|CTO|VP)(?![\p{L}\p{N}]))\p{Lu}[\p{Lu}\p{N}]{1,9}s?(?![\p{L}\p{N}])/gu;

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
const isTechnical = (word: string): boolean =>
  WORDS.has(word) ||
  WORDS.has(singular(word)) ||
  (word.endsWith('es') && WORDS.has(word.slice(0, -2))) ||
  (word.endsWith('ies') && WORDS.has(`${word.slice(0, -3)}y`)) ||
  (word.endsWith('ed') && (WORDS.has(word.slice(0, -2)) || WORDS.has(word.slice(0, -1)))) ||
  (word.endsWith('ing') && (WORDS.has(word.slice(0, -3)) || WORDS.has(`${word.slice(0, -3)}e`)));

/** Whether a word names a technique or a thing of software rather than a person or a place. Any case. */
export const isTechnicalWord = (word: string): boolean => isTechnical(word.toLowerCase());

/**
 * Points of a shielded text: two for each piece of code, one for each technical word, measure and name in capitals. 0 says that
 * nothing in it is about software.
 */
export function technicalPoints(text: string): number {
  const words = text.toLowerCase().match(/[a-z][a-z0-9]*/g) ?? [];
  return (
    shieldedParts(text) * 2 +
    words.filter(isTechnical).length +
    (text.match(MEASURE)?.length ?? 0) +
    (text.match(CAPITALS)?.length ?? 0)
  );
}
