import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import { t, tPlural } from '../../core/l10n.js';
import type { Level } from '../../core/memory.js';
import type { Explanation, Hit, SearchRequest, SearchResult } from '../../core/results.js';
import { modelReads } from '../../core/search/query.js';
import { teamMarks } from '../../core/team/provenance-words.js';
import {
  addCommonFlags,
  type Cli,
  type CommonFlags,
  dataDirOf,
  levelOption,
  readerOption,
  scopeOf,
  wholeNumber,
  withMemdir,
} from '../cli.js';
import { columnWidth, pad, sanitize, truncate } from '../format.js';

interface SearchFlags extends CommonFlags {
  readonly limit?: number;
  readonly type?: string;
  readonly level?: Level;
  readonly repo?: string;
  readonly agent?: string;
  readonly explain?: boolean;
}

/** Milliseconds that the search may wait for the model and for vectors of recent changes: a command has only one answer. */
const PATIENCE_MS = 15_000;

export const searchCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('search')
      .description(t('find memories with keyword and semantic search'))
      .argument('<query...>', t('what to search for')),
  )
    .option('--limit <n>', t('maximum number of results (default: 10)'), wholeNumber)
    .option('--type <type>', t('only this type'))
    .addOption(levelOption())
    .option('--repo <name>', t('only memories about this repository'))
    .addOption(readerOption())
    .option('--explain', t('show how each score is calculated'))
    .action(async (words: string[], flags: SearchFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const result = await memdir.search(
          { query: words.join(' '), ...filterOf(flags), vectorTimeoutMs: PATIENCE_MS },
          cli.signal,
        );
        if (flags.json) cli.out.json(result);
        else printResult(cli, result);
        if (result.settling) await leaveToBackground(cli, flags, result);
      });
    });

/** What the model has not read yet is read by a process that lives longer than the command. */
async function leaveToBackground(cli: Cli, flags: CommonFlags, { mode, query }: SearchResult): Promise<void> {
  const { directories = [], folders, all = false } = scopeOf(flags, cli.terminal);
  const [folder = cli.cwd] = folders;
  // A question in another language needs vectors of its own.
  const question = mode === 'hybrid' || !modelReads(['en'], query) ? query : undefined;
  const scope = { folder, directories, all, question };
  const isLeft = await cli.background?.warm(scope, dataDirOf(flags, cli.terminal).dataDir);
  cli.out.note(
    isLeft === true
      ? t('Semantic search is being prepared in the background. Search again later for more results.')
      : t('“memdir index” prepares semantic search.'),
  );
}

const filterOf = ({ limit, type, level, repo, agent, explain }: SearchFlags): Omit<SearchRequest, 'query'> => ({
  ...(limit === undefined ? {} : { limit }),
  ...(type === undefined ? {} : { type }),
  ...(level === undefined ? {} : { level }),
  ...(repo === undefined ? {} : { repo }),
  ...(agent === undefined ? {} : { reader: agent }),
  ...(explain === undefined ? {} : { explain }),
});

function printResult(cli: Cli, result: SearchResult): void {
  const { out } = cli;
  const ages = columnWidth(
    result.hits.map((hit) => ageWords(hit.ageDays)),
    16,
  );
  const types = columnWidth(
    result.hits.map((hit) => sanitize(hit.type)),
    14,
  );
  for (const hit of result.hits) printHit(cli, hit, { ages, types });
  if (result.hits.length === 0) out.line(t('No results found.'));
  const how = result.mode === 'hybrid' ? t('keyword and semantic search') : t('keyword search only');
  out.note(
    out.paint(
      'dim',
      t('{results} by {how}, confidence {confidence}, {ms} ms', {
        results: tPlural(result.hits.length, '1 result', '{n} results'),
        how,
        confidence: result.confidence,
        ms: Math.round(result.tookMs),
      }),
    ),
  );
  if (result.notice !== undefined) out.note(sanitize(result.notice));
}

function printHit({ out }: Cli, hit: Hit, { ages, types }: { ages: number; types: number }): void {
  const score = out.paint('green', hit.score.toFixed(2));
  const place = out.paint('bold', `${out.shortPath(hit.path)}:${hit.line}`);
  const notes = [...teamMarks(hit), ...(hit.note === undefined ? [] : [hit.note])];
  const note = notes.length === 0 ? '' : `  (${sanitize(notes.join(', '))})`;
  out.line(
    `${score}  ${pad(truncate(sanitize(hit.type), types), types)}  ${pad(hit.level, 10)}  ${pad(ageWords(hit.ageDays), ages)}  ${place}${note}`,
  );
  out.line(`      ${truncate(sanitize(hit.snippet), out.width - 6)}`);
  if (hit.explain !== undefined) out.line(`      ${out.paint('dim', explain(hit.explain))}`);
}

function explain({ keyword, vector, late, rerank, fused, recency, level, access }: Explanation): string {
  const number = (value: number): string => value.toFixed(3);
  const parts = [
    keyword === undefined
      ? t('words: none')
      : t('words: rank {rank}, bm25 {bm25}, score {score}, coverage {coverage}', {
          rank: keyword.rank,
          bm25: number(keyword.bm25),
          score: number(keyword.score),
          coverage: number(keyword.coverage),
        }),
    vector === undefined
      ? t('meaning: none')
      : t('meaning: rank {rank}, cosine {cosine}, {deviations} deviations, score {score}', {
          rank: vector.rank,
          cosine: number(vector.cosine),
          deviations: number(vector.deviations),
          score: number(vector.score),
        }),
    ...(late === undefined ? [] : [t('late interaction {score}', { score: number(late.score) })]),
    ...(rerank === undefined ? [] : [t('rerank server {score}', { score: number(rerank.score) })]),
    t('fused {fused} × recency {recency} × level {level} × use {use}', {
      fused: number(fused),
      recency: number(recency),
      level: number(level),
      use: number(access),
    }),
  ];
  return parts.join('; ');
}
