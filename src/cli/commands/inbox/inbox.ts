import { Command } from 'commander';

import { MemdirError } from '../../../core/errors.js';
import { t } from '../../../core/l10n.js';
import type { Memdir } from '../../../core/memdir.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../../cli.js';
import { sanitize } from '../../format.js';
import { decideCommands } from './decide.js';
import { draftNotFound, resolveDraftId } from './draft-ids.js';
import { editCommand } from './edit.js';
import { noteElsewhere, printDecided, printDraft, printInbox, toPrintedDraft } from './print.js';

/** `memdir inbox` and its subcommands, in the order of the help. */
export function inboxCommand(cli: Cli): Command {
  const subcommands = [
    addCommonFlags(new Command('list').description(t('pending drafts, like “inbox” alone'))).action(
      (flags: CommonFlags) => list(cli, flags),
    ),
    addCommonFlags(
      new Command('show')
        .description(t('show a draft with similar memories and its file'))
        .argument('<id>', t('ID of a draft, or its first characters')),
    ).action((id: string, flags: CommonFlags) => withMemdir(cli, flags, (memdir) => show(cli, memdir, id, flags))),
    ...decideCommands(cli),
    addCommonFlags(
      new Command('decided').description(t('list decisions, latest first, with the IDs for “undo”')),
    ).action((flags: CommonFlags) =>
      withMemdir(cli, flags, async (memdir) =>
        printDecided(cli, await memdir.inbox.listDecided({ everywhere: flags.all ?? false }), flags.json ?? false),
      ),
    ),
    editCommand(cli),
  ];
  const command = addCommonFlags(
    new Command('inbox').description(t('list captured drafts, and decide what to do with each')),
  ).action((flags: CommonFlags) => list(cli, flags));
  for (const subcommand of subcommands) command.addCommand(subcommand);
  return command;
}

async function list(cli: Cli, flags: CommonFlags): Promise<void> {
  await withMemdir(cli, flags, async (memdir) => {
    await drainQueue(cli, memdir);
    const inbox = await memdir.inbox.list({ everywhere: flags.all ?? false }, cli.signal);
    printInbox(cli, inbox, flags.json ?? false);
    if (inbox.drafts.length === 0 && flags.all !== true)
      noteElsewhere(cli, await memdir.inbox.list({ everywhere: true, related: false }, cli.signal));
  });
}

async function show(
  cli: Cli,
  memdir: Memdir,
  given: string,
  { all = false, json = false }: CommonFlags,
): Promise<void> {
  const { drafts, unreadable } = await memdir.inbox.list({ everywhere: all }, cli.signal);
  const id = resolveDraftId(given, drafts);
  const broken = unreadable.find(({ path }) => path.endsWith(`${id}.md`));
  if (broken !== undefined) throw new MemdirError('bad-input', `${broken.path}: ${broken.reason}`);
  const draft = drafts.find((each) => each.id === id);
  if (draft === undefined) throw draftNotFound(id);
  if (json) return cli.out.json(toPrintedDraft(draft));
  printDraft(cli, draft);
  cli.out.line(cli.out.paint('dim', `  ${cli.out.shortPath(draft.path)}`));
}

/** Makes drafts of the observations in the queue, because without a host no other process does. What fails stays in the queue; `memdir queue` says why. */
async function drainQueue({ out, signal }: Cli, { capture }: Memdir): Promise<void> {
  if (capture.handlers === undefined) return;
  const { waiting, off } = await capture.queue();
  if (waiting === 0 || off !== undefined) return;
  out.note(t('Turning observations into drafts…'));
  const outcome = await capture.work(capture.handlers, signal);
  if (outcome === 'paused')
    out.note(
      t('Some observations are still waiting: {reason}', {
        reason: sanitize((await capture.queue()).paused?.reason ?? ''),
      }),
    );
}
