/** What a command says and asks about folders that are not trusted. */
import { t } from '../core/l10n.js';
import type { Memdir } from '../core/memdir.js';
import type { Withheld } from '../core/ports/trust.js';
import { maskForDisplay } from '../core/secrets/secrets.js';
import { confirm, isInteractive } from './confirm.js';
import { sanitize } from './format.js';
import type { Output } from './output.js';
import type { Terminal } from './terminal.js';

/** What is named in one sentence. */
const MOST_NAMED = 5;

interface Asking {
  readonly out: Output;
  readonly terminal: Terminal;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Asks once about each folder whose settings or links would reach outside, and says what is left alone. Nothing of either with `--quiet`. */
export async function settleTrust(
  cli: Asking,
  { quiet = false, json = false }: { readonly quiet?: boolean; readonly json?: boolean },
  { trust }: Pick<Memdir, 'trust'>,
): Promise<void> {
  if (quiet) return;
  const withheld = await trust.withheld();
  let asked = false;
  const folders = new Set(withheld.filter(({ outside }) => outside).map(({ folder }) => folder));
  for (const folder of !json && isInteractive(cli) ? folders : []) {
    if (await trust.isDecided(folder)) continue;
    asked = true;
    const reaching = withheld.filter((each) => each.outside && each.folder === folder);
    cli.out.note(
      t('{folder} leads to places outside it: {targets}. They were chosen by whoever wrote its settings and links.', {
        folder: cli.out.shortPath(folder),
        targets: listed(reaching),
      }),
    );
    if (await confirm(cli, t('Do you trust this folder?'))) await trust.add(folder);
    else await trust.remove(folder);
  }
  sayWithheld(cli, asked ? await trust.withheld() : withheld);
}

/** One sentence for each folder on stderr. */
export function sayWithheld(
  { out, cwd }: { readonly out: Pick<Output, 'note' | 'shortPath'>; readonly cwd: string },
  withheld: readonly Withheld[],
): void {
  for (const [folder, some] of Map.groupBy(withheld, (each) => each.folder)) {
    const [where, command] =
      folder === cwd
        ? [t('this folder'), 'memdir trust']
        : [out.shortPath(folder), `memdir trust ${word(out.shortPath(folder))}`];
    out.note(
      t('Ignored because {folder} isn’t trusted: {settings}. To trust it: “{command}”.', {
        folder: where,
        settings: listed(some),
        command,
      }),
    );
  }
}

/** A path as one word of a shell; the command expands a quoted tilde itself. */
const word = (path: string): string => (/\s/.test(path) ? `"${path}"` : path);

function listed(withheld: readonly Withheld[]): string {
  const named = withheld.slice(0, MOST_NAMED).map(({ what }) => sanitize(maskForDisplay(what)));
  const more = withheld.length - named.length;
  const all = more > 0 ? [...named, t('{n} more', { n: more })] : named;
  return all.length < 2
    ? all.join('')
    : t('{items} and {last}', { items: all.slice(0, -1).join(', '), last: all.at(-1) ?? '' });
}
