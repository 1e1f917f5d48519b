import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../../docs/rules/', import.meta.url);

/** The first sentence of each page of docs/rules, by code: what lists of rules say about one. */
export async function ruleSummaries(): Promise<Record<string, string>> {
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const entries = await Promise.all(
    pages.map(
      async (name) =>
        [name.replace(/\.md$/, ''), summaryOf(await readFile(new URL(name, folder), 'utf8'), name)] as const,
    ),
  );
  return Object.fromEntries(entries);
}

function summaryOf(page: string, name: string): string {
  const summary = /^# .+\n\n(.+?\.) Severity: /.exec(page)?.[1];
  if (summary === undefined)
    throw new Error(`docs/rules/${name} does not begin with a title, a sentence and its severity.`);
  return summary;
}
