/** Changes a draft, by flags or in the user's editor. */
import { spawnSync } from 'node:child_process';

import { Command } from 'commander';

import { MemdirError } from '../../../core/errors.js';
import { t } from '../../../core/l10n.js';
import type { DraftChange } from '../../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags } from '../../cli.js';
import { isInteractive } from '../../confirm.js';
import { readText } from '../../input.js';
import { draftNotFound, resolveDraftId, withDrafts } from './draft-ids.js';
import { printDraft, toPrintedDraft } from './print.js';

interface EditFlags extends CommonFlags {
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly text?: string;
}

export function editCommand(cli: Cli): Command {
  return addCommonFlags(
    new Command('edit')
      .description(t('change a draft: with options, or its file in your editor ($VISUAL or $EDITOR)'))
      .argument('<id>', t('ID of a draft, or its first characters')),
  )
    .option('--name <name>', t('new name'))
    .option('--description <text>', t('new description'))
    .option('--type <type>', t('new type'))
    .option('--text <text>', t('new text, or - for standard input'))
    .action((id: string, flags: EditFlags) =>
      withDrafts(cli, flags, async (memdir, drafts) => {
        const draft = drafts.find((each) => each.id === resolveDraftId(id, drafts));
        if (draft === undefined) throw draftNotFound(id);
        const { name, description, type, text } = flags;
        const change: DraftChange = {
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(type === undefined ? {} : { type }),
          ...(text === undefined ? {} : { body: await readText(text, cli.terminal) }),
        };
        if (Object.keys(change).length === 0) openInEditor(cli, draft.path);
        else await memdir.inbox.edit(draft.id, change);
        const after = (await memdir.inbox.list({ everywhere: true, related: false }, cli.signal)).drafts.find(
          (each) => each.id === draft.id,
        );
        if (after === undefined)
          throw new MemdirError(
            'bad-input',
            t('{path} is no longer a valid draft. Edit it again, or reject it.', { path: draft.path }),
          );
        if (flags.json) return cli.out.json(toPrintedDraft(after));
        printDraft(cli, after);
      }),
    );
}

/** Without an editor or a terminal only the path is printed. */
function openInEditor(cli: Cli, path: string): void {
  const { env } = cli.terminal;
  const [editor, ...args] = (env['VISUAL'] || env['EDITOR'] || '').trim().split(/\s+/);
  if (editor === undefined || editor === '' || !isInteractive(cli))
    return cli.out.note(t('Nothing to change. Edit {path}, or use --name, --description, --type or --text.', { path }));
  const { error } = spawnSync(editor, [...args, path], { stdio: 'inherit' });
  if (error !== undefined)
    throw new MemdirError(
      'unavailable',
      t('{editor} couldn’t be started ({reason}). Edit {path} yourself.', { editor, reason: error.message, path }),
      {
        cause: error,
      },
    );
}
