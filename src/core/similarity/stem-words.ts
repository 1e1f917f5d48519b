/** Stems, values and fillers of sentences: see {@link wordOf}. */
import { stemmer } from 'stemmer';

export type Word =
  /** `term` is the stem; `scope` when it limits where or when the sentence applies. */
  | { readonly kind: 'term'; readonly term: string; readonly scope: boolean }
  | { readonly kind: 'value'; readonly of: string; readonly value: string }
  | { readonly kind: 'not' }
  | { readonly kind: 'filler' };

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const FILLER = set(
  'a an the and or of to in on at by for from with as is are was were be been being am it its this that these those there here i we you they he she our your their my his her us me them ' +
    'do does did has have had having can could should shall must may might will would so then than also too very just really please now currently always still already both each every all any some ' +
    'which who whom whose what when where how why because since thus hence about into onto upon per via up down out over under again more most such own same note rule',
);
const NOT = set(
  'not no never none cannot cant dont doesnt didnt isnt arent wasnt werent wont shouldnt mustnt avoid neither nor',
);
/** Words that limit where or when a sentence applies: a sentence with one and a sentence without may both be true. */
const SCOPE = set(
  'stage staging product production prod dev develop development test ci local remot window linux mac maco io android web mobil desktop frontend backend client server nightli weekli daili monthli maximum max minimum min ' +
    'default legaci old new first second third last final previou weekend night morn winter summer intern extern admin guest beta alpha canari except unless onli until if larg small premium free trial demo sandbox preview qa uat eu asia europ hotfix releas',
);
/** Words whose number is a label: it names one of many and is no value. */
const LABELS = set(
  'phase step case chapter section part stage round batch week day sprint milestone issue ticket pr line lines row column page table figure item rule task level tier option version-id node host worker shard replica server station room team group floor gate line track slide question answer test story epic lesson session attempt run build job incident adr rfc appendix sample example experiment model pass wave season episode league zone region slot lane bay dock unit block',
);
const NUMBERS = new Map(
  Object.entries({
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    eleven: '11',
    twelve: '12',
    fifteen: '15',
    twenty: '20',
    thirty: '30',
    forty: '40',
    fifty: '50',
    sixty: '60',
    ninety: '90',
  }),
);

/** Groups of exclusive values. */
const ALTERNATIVES: readonly string[] = [
  'npm pnpm yarn bun',
  'tab space',
  'vitest jest mocha ava jasmine',
  'pytest unittest nose',
  'postgres mysql mariadb sqlite mongodb cockroachdb oracle',
  'rebase merge squash',
  'rest graphql grpc',
  'redux zustand mobx jotai',
  'camelcase snakecase kebabcase pascalcase snake_case',
  'aws gcp azure',
  'main master develop trunk',
  'single double',
  'monday tuesday wednesday thursday friday saturday sunday',
  'english german french spanish portuguese italian dutch japanese chinese korean russian',
  'webpack vite rollup parcel esbuild',
  'docker podman',
  'github gitlab bitbucket',
  'enabled disabled',
  'required optional',
  'allowed forbidden',
  'true false',
  'manual automatic',
  'manually automatically',
  'public private',
  'synchronous asynchronous',
  'express fastify koa hapi',
  'tailwind bootstrap',
  'prisma drizzle typeorm sequelize',
  'celsius fahrenheit',
  'redis memcached',
  'kafka rabbitmq nats',
  'black yapf',
  'poetry pipenv pip uv',
  'maven gradle',
  'jwt cookies',
  'light dark',
  'utc cet est pst',
  'react angular',
  'flask django fastapi',
  'kubernetes nomad',
  'jenkins circleci travis',
  'uuid ulid',
  'cents euros dollars',
];
const SAME = new Map(
  Object.entries({
    mandatory: 'required',
    postgresql: 'postgres',
    mongo: 'mongodb',
    k8s: 'kubernetes',
    prohibited: 'forbidden',
    permitted: 'allowed',
  }),
);
const GROUP_OF = new Map(
  ALTERNATIVES.flatMap((group, at) => group.split(' ').map((word) => [word, `one of ${at}`] as const)),
);

const stemOf = (word: string): string => (/^[a-z]{3,32}$/.test(word) ? stemmer(word) : word);

/** FNV-1a, 32 bits. */
export function wordHash(word: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

export const termOf = (word: string): string => stemOf(word.toLowerCase().replace(/['’]/g, ''));
export const isFiller = (word: string): boolean => FILLER.has(word.toLowerCase());

const NUMBER = /^[v~≈<>≤≥$€£]?\d[\d,_]*(?:\.[\dx]+)*(?:[a-z%µ]{1,3})?$/i;
const DATE = /^(?:(?:19|20)\d\d(?:[-/.]\d{1,2}){0,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})$/;

/** `node 3` is one of many, `Node 22` the version of a program. */
const isLabel = (before: string, number: string): boolean =>
  before === 'Version' ||
  before === 'Release' ||
  (LABELS.has(before.toLowerCase()) && !(before === 'Node' && Number.parseFloat(number) >= 10));

/** Cache of words: a few thousand make up most text. Emptied when full. */
const wordCache = new Map<string, Word>();
const MOST_CACHED = 40_000;

/** Classifies a word, as written; `before` is the preceding word, as written. */
export function wordOf(written: string, before: string): Word {
  let word = wordCache.get(written);
  if (word === undefined) {
    word = classify(written);
    if (wordCache.size >= MOST_CACHED) wordCache.clear();
    if (written.length <= 40) wordCache.set(written, word);
  }
  return word.kind === 'value' && word.of === 'number' && isLabel(before, word.value)
    ? { kind: 'term', term: `#${word.value}`, scope: true }
    : word;
}

function classify(written: string): Word {
  const lower = written.toLowerCase().replace(/['’]/g, '');
  if (NOT.has(lower)) return { kind: 'not' };
  const number =
    NUMBERS.get(lower) ?? (NUMBER.test(lower) ? lower.replace(/[,_~≈]/g, '').replace(/^v/, '') : undefined);
  if (number !== undefined && !DATE.test(lower)) return { kind: 'value', of: 'number', value: number };
  if (FILLER.has(lower)) return { kind: 'filler' };
  const single = SAME.get(lower) ?? (lower.endsWith('s') && !GROUP_OF.has(lower) ? lower.slice(0, -1) : lower);
  const group = GROUP_OF.get(single.replace(/-/g, ''));
  if (group !== undefined) return { kind: 'value', of: group, value: single };
  const term = stemOf(lower);
  return { kind: 'term', term, scope: SCOPE.has(term) || /^#|\d/.test(lower) || /^[A-Z][A-Z]+-\d/.test(written) };
}
