/**
 * Baseline of a model: the similarity of questions and texts that have nothing to do with each other. Search compares the memories of small
 * stores with it. It is measured with the texts below where the description of a model has none.
 */
import type { Embedder, ModelInfo, QuestionTokens } from '../core/ports/embedder.js';
import { maxSimScores, meanAndDeviation, prepareMaxSim, type Spread } from '../core/search/max-sim.js';

export type SimilarityBaseline = Pick<ModelInfo, 'background' | 'lateBackground'>;

type Tagged = readonly [language: string, text: string];

const QUESTIONS: readonly Tagged[] = [
  ['en', 'how do I restart the nightly import'],
  ['en', 'which colour scheme does the customer want'],
  ['en', 'who approves holiday requests'],
  ['en', 'why was the queue replaced'],
  ['es', 'dónde se guardan las copias de seguridad'],
  ['de', 'wie heißt der neue Mietvertrag'],
  ['fr', 'quand faut-il renouveler le certificat'],
  ['zh', '如何配置防火墙规则'],
  ['ja', '会議の議事録はどこですか'],
  ['ru', 'какой тариф у поставщика'],
  ['ar', 'كيف أغير كلمة المرور'],
  ['ko', '사용자는 어떤 편집기를 좋아합니까'],
];

/** None answers one of the questions. In the form of chunks: name, description, body. */
const TEXTS: readonly Tagged[] = [
  ['en', 'coffee machine. The machine on the third floor takes only coins\nAsk reception for change.'],
  [
    'en',
    'invoice rounding. Amounts are rounded once, at the end of an invoice\nRounding each line gave differences of a few cents.',
  ],
  [
    'en',
    'parser recursion limit. The parser stops at a depth of 200\nDeeper files come from generators and are refused.',
  ],
  ['es', 'prefiere reuniones cortas. Las reuniones duran como mucho media hora\nEl viernes no hay reuniones.'],
  ['es', 'jardín. Las plantas se riegan los lunes y los jueves\nEn agosto se encarga Marta.'],
  ['de', 'fahrradkeller. Der Schlüssel zum Fahrradkeller liegt beim Pförtner\nNach 18 Uhr ist dort niemand.'],
  ['de', 'versionsnummern. Versionen zählen nach Jahr und Woche\nEine Ausnahme sind Notfallkorrekturen.'],
  ['fr', 'livraison. Les colis lourds partent par le rail\nLe transporteur passe le mardi.'],
  ['fr', 'tests de charge. Les mesures se font la nuit sur un serveur à part\nLe jour elles gênent.'],
  ['it', 'caffè. La macchina si pulisce ogni venerdì\nIl detersivo è nell’armadio.'],
  ['zh', '缓存过期. 缓存在十分钟后过期\n热门页面除外。'],
  ['zh', '午餐安排. 团队每周三一起吃午饭\n地点轮流选。'],
  ['ja', '在庫の棚卸し. 棚卸しは四半期ごとに行う\n倉庫は一日閉まる。'],
  ['ja', '命名規則. 変数名は英語で書く\nコメントは日本語でよい。'],
  ['ru', 'журнал дежурств. Дежурный записывает каждое событие\nЗаписи хранятся год.'],
  ['ru', 'отопление. Отопление включают в октябре\nРаньше по просьбе.'],
  ['ar', 'قواعد التسمية. تكتب أسماء الملفات بأحرف صغيرة\nلا مسافات فيها.'],
  ['ko', '배포 순서. 서버를 먼저 배포하고 앱을 나중에 배포한다\n순서를 바꾸면 오류가 난다.'],
];

/** Texts that a baseline needs. */
const LEAST = 3;

/** An embedded text. */
interface EmbeddedSample {
  readonly language: string;
  readonly vector: Float32Array;
  readonly bits?: Uint8Array;
}

/**
 * Embeds some 30 sentences; nothing for a model that knows none of their languages. Rejects as the embedder does. Where a model knows
 * several languages a question is compared with texts of the others: texts in one language are similar whatever they mean.
 */
export async function measureBaseline(embedder: Embedder, signal?: AbortSignal): Promise<SimilarityBaseline> {
  const languages = embedder.model?.languages ?? [];
  const known = (all: readonly Tagged[]): readonly Tagged[] =>
    all.filter(([language]) => languages.includes('*') || languages.includes(language));
  const [questions, texts] = [known(QUESTIONS), await embedSamples(embedder, known(TEXTS), signal)];
  const cosines: Spread[] = [];
  const late: Spread[] = [];
  for (const [language, text] of questions) {
    const others = texts.filter((one) => one.language !== language);
    const against = others.length >= LEAST ? others : texts;
    if (against.length < LEAST) continue;
    const { vector, tokens } = await ask(embedder, text, signal);
    cosines.push(meanAndDeviation(against.map((one) => cosine(vector, one.vector))));
    if (tokens)
      late.push(
        meanAndDeviation(
          maxSimScores(
            prepareMaxSim(tokens, () => 1),
            against.map(({ bits }) => (bits ? [bits] : [])),
          ),
        ),
      );
  }
  return {
    ...(cosines.length > 0 ? { background: average(cosines) } : {}),
    ...(late.length > 0 ? { lateBackground: average(late) } : {}),
  };
}

async function embedSamples(
  embedder: Embedder,
  tagged: readonly Tagged[],
  signal: AbortSignal | undefined,
): Promise<EmbeddedSample[]> {
  const texts = tagged.map(([, text]) => text);
  const embedded = embedder.tokens
    ? (await embedder.tokens.chunks(texts, signal)).map(({ vector, tokens }) => ({ vector, bits: tokens.bits }))
    : (await embedder.embed(texts, 'passage', signal)).map((vector) => ({ vector }));
  return embedded.map((one, at) => ({ ...one, language: tagged[at]?.[0] ?? '' }));
}

async function ask(
  embedder: Embedder,
  text: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly vector: Float32Array; readonly tokens?: QuestionTokens }> {
  if (embedder.tokens) return embedder.tokens.question(text, signal);
  return { vector: (await embedder.embed([text], 'query', signal))[0] ?? new Float32Array() };
}

const mean = (values: readonly number[]): number =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10_000) / 10_000;

const average = (spreads: readonly Spread[]): NonNullable<SimilarityBaseline['background']> => ({
  mean: mean(spreads.map((one) => one.mean)),
  deviation: Math.max(0.001, mean(spreads.map((one) => one.deviation))),
});

/** Cosine of two vectors of unit length. */
const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
