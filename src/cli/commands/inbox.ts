import { randomUUID } from 'node:crypto';

import { Command } from 'commander';

import { MemdirError } from '../../core/errors.js';
import type { DecisionResult, DraftDecision } from '../../core/results.js';
import type { Memdir } from '../../service/memdir.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { absoluteIfFile } from '../reference.js';
import { INTERRUPTED } from '../run.js';
import { clean, plural } from '../words.js';
import { editCommand } from './inbox-edit.js';
import { decidedBy, meantBy, notThere, theOne, type WithDrafts } from './inbox-ids.js';
import { noteElsewhere, printDecided, printDecisions, printDraft, printed, printInbox } from './inbox-print.js';

export function inboxCommand(cli: Cli): Command {
  const command = addCommonFlags(
    new Command('inbox').description('captured drafts that wait for you: list them, and decide what becomes of each'),
  );
  const withDrafts: WithDrafts = (flags, work) =>
    withMemdir(
      cli,
      flags,
      async (memdir) =>
        await work(
          memdir,
          (await memdir.inbox.list({ everywhere: flags.all ?? false, related: false }, cli.signal)).drafts,
        ),
    );
  const add = (name: string, description: string): Command => {
    const sub = addCommonFlags(new Command(name).description(description));
    command.addCommand(sub);
    return sub;
  };
  const listing = (flags: CommonFlags): Promise<void> =>
    withMemdir(cli, flags, async (memdir) => {
      await workOff(cli, memdir);
      const inbox = await memdir.inbox.list({ everywhere: flags.all ?? false }, cli.signal);
      printInbox(cli, inbox, flags.json ?? false);
      if (inbox.drafts.length === 0 && flags.all !== true)
        noteElsewhere(cli, await memdir.inbox.list({ everywhere: true, related: false }, cli.signal));
    });
  command.action(listing);
  add('list', 'what waits, as “inbox” alone does').action(listing);
  add('show', 'one draft, with the memories close to it and its file')
    .argument('<id>', 'id of a draft, or its beginning')
    .action((id: string, flags: CommonFlags) => withMemdir(cli, flags, (memdir) => show(cli, memdir, id, flags)));
  const decide = (name: 'accept' | 'reject' | 'never', description: string): void => {
    add(name, description)
      .argument('[ids...]', 'ids of drafts, or the beginning of one; “all”: every one that waits')
      .action((ids: string[], flags: CommonFlags) =>
        withDrafts(flags, async (memdir, drafts) => {
          if (ids.length === 0)
            throw new MemdirError(
              'bad-input',
              `Name the drafts: “memdir inbox ${name} ID”, or “memdir inbox ${name} all” for every one that waits${flags.all ? ' (with --all: in every project)' : ''}.`,
            );
          printDecisions(cli, await inPieces(cli, memdir, meantBy(ids, drafts), { do: name }), flags.json ?? false);
        }),
      );
  };
  const into = (
    name: 'merge' | 'supersede',
    description: string,
    decision: (memory: string) => DraftDecision,
  ): void => {
    add(name, description)
      .argument('<id>', 'id of a draft, or its beginning')
      .argument('<memory>', 'id, path, name or file name of the memory')
      .action((id: string, memory: string, flags: CommonFlags) =>
        withDrafts(flags, async (memdir, drafts) => {
          const reference = await absoluteIfFile(cli.cwd, memory);
          printDecisions(
            cli,
            await memdir.inbox.decide([theOne(id, drafts)], decision(reference), cli.signal),
            flags.json ?? false,
          );
        }),
      );
  };
  const back = (name: 'undo' | 'reopen', description: string): void => {
    add(name, description)
      .argument('<ids...>', 'ids of drafts; “last”: all that was decided last, in one act')
      .action((ids: string[], flags: CommonFlags) =>
        withMemdir(cli, flags, async (memdir) => {
          const meant = await decidedBy(memdir, ids, flags);
          printDecisions(cli, await inPieces(cli, memdir, meant, { do: name }), flags.json ?? false);
          if (
            meant.length === 0 &&
            flags.all !== true &&
            (await memdir.inbox.decided({ everywhere: true, most: 1 })).length > 0
          )
            cli.out.note(
              `What was decided last is of another project. “memdir inbox ${name} last --all” means that too.`,
            );
        }),
      );
  };
  decide('accept', 'save drafts as memories');
  into('merge', 'add a draft to the end of a memory', (memory) => ({ do: 'merge', into: memory }));
  into('supersede', 'let a draft take the place of a memory', (memory) => ({ do: 'supersede', memory }));
  decide('reject', 'drop drafts; “undo” brings one back');
  decide('never', 'drop drafts, and what says nearly the same in future');
  back(
    'undo',
    'take back what was decided: memories that were saved are forgotten, those they replaced come back, the drafts wait again',
  );
  back('reopen', 'have drafts that were decided upon wait again; what was saved from them stays');
  add('decided', 'what was decided, the last first, with the ids that “undo” takes').action((flags: CommonFlags) =>
    withMemdir(cli, flags, async (memdir) =>
      printDecided(cli, await memdir.inbox.decided({ everywhere: flags.all ?? false }), flags.json ?? false),
    ),
  );
  command.addCommand(editCommand(cli, withDrafts));
  return command;
}

/** Drafts that are decided upon before progress is told. */
const PIECE = 25;

/** Interrupted, it ends after the piece under way: what was done is printed, the rest waits. */
async function inPieces(
  cli: Cli,
  memdir: Memdir,
  ids: readonly string[],
  decision: DraftDecision,
): Promise<readonly DecisionResult[]> {
  const { out, signal } = cli;
  if (ids.length <= PIECE) return ids.length === 0 ? [] : await memdir.inbox.decide(ids, decision, signal);
  const act = randomUUID();
  const results: DecisionResult[] = [];
  for (let at = 0; at < ids.length && !signal.aborted; at += PIECE) {
    results.push(...(await memdir.inbox.decide(ids.slice(at, at + PIECE), decision, undefined, act)));
    out.progress(`${results.length} of ${ids.length}`);
  }
  out.endProgress();
  if (results.length === ids.length) return results;
  cli.exitCode = INTERRUPTED;
  const left = ids.length - results.length;
  out.note(
    `Stopped after ${results.length} of ${plural(ids.length, 'draft')}: what is listed here stands, ${decision.do === 'undo' || decision.do === 'reopen' ? `${left} stay as they were decided` : `${left} still wait`}.`,
  );
  return results;
}

async function show(
  cli: Cli,
  memdir: Memdir,
  given: string,
  { all = false, json = false }: CommonFlags,
): Promise<void> {
  const { drafts, unreadable } = await memdir.inbox.list({ everywhere: all }, cli.signal);
  const id = theOne(given, drafts);
  const broken = unreadable.find(({ path }) => path.endsWith(`${id}.md`));
  if (broken !== undefined) throw new MemdirError('bad-input', `${broken.path}: ${broken.reason}`);
  const draft = drafts.find((each) => each.id === id);
  if (draft === undefined) throw notThere(id);
  if (json) return cli.out.json(printed(draft));
  printDraft(cli, draft);
  cli.out.line(cli.out.paint('dim', `  ${cli.out.shortPath(draft.path)}`));
}

/** Where no host runs nobody else makes drafts of what was observed. What cannot be made now waits, and `memdir queue` says why. */
async function workOff({ out, signal }: Cli, { capture }: Memdir): Promise<void> {
  if (capture.handlers === undefined) return;
  const { waiting, off } = await capture.queue();
  if (waiting === 0 || off !== undefined) return;
  out.note('Making drafts of what was observed…');
  const came = await capture.work(capture.handlers, signal);
  if (came === 'paused')
    out.note(`Not everything could be looked at: ${clean((await capture.queue()).paused?.reason ?? '')}`);
}
