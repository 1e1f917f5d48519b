import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { MemdirError } from '../../core/errors.js';
import type { DecisionResult, DraftChange, DraftDecision, Inbox, PrintedDraft, WaitingDraft } from '../../core/results.js';
import type { Memdir } from '../../service/memdir.js';
import { canAsk } from '../ask.js';
import { addCommonFlags, withMemdir, type Cli, type CommonFlags } from '../cli.js';
import { textOf } from '../input.js';
import { absoluteIfFile } from '../reference.js';
import { clean, cleanLines, plural, shortPath } from '../words.js';

interface EditFlags extends CommonFlags {
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly text?: string;
}

export function inboxCommand(cli: Cli): Command {
  const command = addCommonFlags(new Command('inbox').description('captured drafts that wait for you: list them, and decide what becomes of each'));
  const withDrafts: WithDrafts = (flags, work) =>
    withMemdir(cli, flags, async (memdir) => await work(memdir, (await memdir.inbox.list({ everywhere: flags.all ?? false, related: false }, cli.signal)).drafts));
  command.action((flags: CommonFlags) => withMemdir(cli, flags, async (memdir) => {
    await workOff(cli, memdir);
    list(cli, await memdir.inbox.list({ everywhere: flags.all ?? false }, cli.signal), flags.json ?? false);
  }));
  const decide = (name: DraftDecision['do'], description: string): void => {
    const back = name === 'reopen' || name === 'undo';
    command.addCommand(addCommonFlags(new Command(name).description(description).argument('<ids...>', back ? 'ids of drafts' : 'ids of drafts, or the beginning of one; “all”: every one that waits'))
      .action((ids: string[], flags: CommonFlags) => withDrafts(flags, async (memdir, drafts) => {
        const meant = back ? ids.map((id) => id.toLowerCase()) : meantBy(ids, drafts);
        printDecisions(cli, await inPieces(cli, memdir, meant, { do: name } as DraftDecision), flags.json ?? false);
      })));
  };
  const into = (name: 'merge' | 'supersede', description: string, decision: (memory: string) => DraftDecision): void => {
    command.addCommand(addCommonFlags(new Command(name).description(description).argument('<id>', 'id of a draft, or its beginning').argument('<memory>', 'id, path, name or file name of the memory'))
      .action((id: string, memory: string, flags: CommonFlags) => withDrafts(flags, async (memdir, drafts) => {
        const reference = await absoluteIfFile(cli.cwd, memory);
        printDecisions(cli, await memdir.inbox.decide(meantBy([id], drafts), decision(reference), cli.signal), flags.json ?? false);
      })));
  };
  decide('accept', 'save drafts as memories');
  into('merge', 'add a draft to the end of a memory', (memory) => ({ do: 'merge', into: memory }));
  into('supersede', 'let a draft take the place of a memory', (memory) => ({ do: 'supersede', memory }));
  decide('reject', 'drop drafts; “undo” brings one back');
  decide('never', 'drop drafts, and what says nearly the same in future');
  decide('undo', 'take back what was decided: memories that were saved are forgotten, those they replaced come back, the drafts wait again');
  decide('reopen', 'have drafts that were decided upon wait again; what was saved from them stays');
  command.addCommand(editCommand(cli, withDrafts));
  return command;
}

type WithDrafts = (flags: CommonFlags, work: (memdir: Memdir, drafts: readonly WaitingDraft[]) => Promise<void>) => Promise<void>;

/** Drafts that are decided upon before progress is told. */
const PIECE = 25;

/** Interrupted, it ends after the piece under way: what was done is printed, the rest waits. */
async function inPieces({ out, signal }: Cli, memdir: Memdir, ids: readonly string[], decision: DraftDecision): Promise<readonly DecisionResult[]> {
  if (ids.length <= PIECE) return ids.length === 0 ? [] : await memdir.inbox.decide(ids, decision, signal);
  const results: DecisionResult[] = [];
  for (let at = 0; at < ids.length && !signal.aborted; at += PIECE) {
    results.push(...(await memdir.inbox.decide(ids.slice(at, at + PIECE), decision)));
    out.progress(`${results.length} of ${ids.length}`);
  }
  out.endProgress();
  if (results.length < ids.length) out.note(`Stopped. ${plural(ids.length - results.length, 'draft')} were not looked at and still wait.`);
  return results;
}

/** Where no host runs nobody else makes drafts of what was observed. What cannot be made now waits, and `memdir queue` says why. */
async function workOff({ out, signal }: Cli, { capture }: Memdir): Promise<void> {
  if (capture.handlers === undefined) return;
  const { waiting, off } = await capture.queue();
  if (waiting === 0 || off !== undefined) return;
  out.note('Making drafts of what was observed…');
  const came = await capture.work(capture.handlers, signal);
  if (came === 'paused') out.note(`Not everything could be looked at: ${clean((await capture.queue()).paused?.reason ?? '')}`);
}

function editCommand(cli: Cli, withDrafts: WithDrafts): Command {
  return addCommonFlags(new Command('edit').description('change a draft: by flags, or its file in your editor ($VISUAL or $EDITOR)').argument('<id>', 'id of a draft, or its beginning'))
    .option('--name <name>', 'its new name').option('--description <text>', 'its new description').option('--type <type>', 'its new type').option('--text <text>', 'its new text, or - for standard input')
    .action((id: string, flags: EditFlags) => withDrafts(flags, async (memdir, drafts) => {
      const draft = drafts.find((each) => each.id === meantBy([id], drafts)[0]);
      if (draft === undefined) throw notThere(id);
      const { name, description, type, text } = flags;
      const change: DraftChange = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }), ...(type === undefined ? {} : { type }), ...(text === undefined ? {} : { body: await textOf(text) }) };
      if (Object.keys(change).length === 0) openInEditor(cli, draft.path);
      else await memdir.inbox.edit(draft.id, change);
      const after = (await memdir.inbox.list({ everywhere: true, related: false }, cli.signal)).drafts.find((each) => each.id === draft.id);
      if (after === undefined) throw new MemdirError('bad-input', `${draft.path} is no draft any more. Edit it again, or reject it.`);
      if (flags.json) return cli.out.json(printed(after));
      printDraft(cli, after);
    }));
}

/** Without an editor, or nobody before it, the path is all there is to say. */
function openInEditor({ out }: Cli, path: string): void {
  const [editor, ...args] = (process.env['VISUAL'] || process.env['EDITOR'] || '').trim().split(/\s+/);
  if (editor === undefined || editor === '' || !canAsk()) return out.note(`Edit ${path}, or give --name, --description, --type or --text.`);
  const { error } = spawnSync(editor, [...args, path], { stdio: 'inherit' });
  if (error !== undefined) throw new MemdirError('unavailable', `${editor} could not be started (${error.message}). Edit ${path} yourself.`, { cause: error });
}

const notThere = (id: string): MemdirError => new MemdirError('not-found', `No draft ${clean(id).slice(0, 40)} waits here. “memdir inbox --all” lists those of all projects.`);

/** Ids of drafts by what was typed. */
function meantBy(given: readonly string[], drafts: readonly WaitingDraft[]): string[] {
  if (given.length === 1 && given[0] === 'all') return drafts.map(({ id }) => id);
  return given.map((text) => {
    const found = drafts.filter(({ id }) => id.startsWith(text.toLowerCase()) && text.length >= 4);
    if (found.length > 1) throw new MemdirError('ambiguous', `${found.length} drafts begin with ${text}. Type more of the id.`);
    // One that cannot be read as a draft is not listed, and can be rejected all the same.
    if (found[0] === undefined && !/^[0-9a-f]{16}$/i.test(text)) throw notThere(text);
    return found[0]?.id ?? text.toLowerCase();
  });
}

const printed = ({ origin, ...draft }: WaitingDraft): PrintedDraft => ({ ...draft, ...origin });

function list(cli: Cli, { drafts, unreadable }: Inbox, json: boolean): void {
  for (const { path, reason } of unreadable) cli.out.note(`${shortPath(path, cli.cwd)}: ${clean(reason)}`);
  if (json) return cli.out.json(drafts.map(printed));
  for (const draft of drafts) printDraft(cli, draft);
  cli.out.note(drafts.length === 0 ? 'Nothing waits for you.' : `${plural(drafts.length, 'draft')}. “memdir inbox accept ID” saves one, “reject ID” drops it.`);
}

function printDraft({ out, cwd }: Cli, { id, name, type, body, origin, updates, related }: WaitingDraft): void {
  out.line(`${out.paint('bold', id)}  ${out.paint('dim', type)}  ${clean(name)}`);
  out.line(cleanLines(body.trimEnd()).split('\n').map((line) => `  ${line}`).join('\n'));
  out.line(out.paint('dim', `  ${origin.source}, ${origin.engine}, ${origin.observedAt}${origin.cwd === undefined ? '' : `, ${shortPath(origin.cwd, cwd)}`}`));
  if (updates !== undefined) out.line(`  It would take the place of ${clean(updates)}.`);
  for (const { name: other, contradicts, description } of related) out.line(`  ${out.paint('yellow', contradicts ? 'May contradict' : 'Related')}: ${clean(other)}: ${clean(description)}`);
}

function printDecisions(cli: Cli, results: readonly DecisionResult[], json: boolean): void {
  if (results.some(({ status }) => status === 'refused')) cli.exitCode = 1;
  if (json) return cli.out.json(results);
  if (results.length === 0) cli.out.note('Nothing waits for you.');
  for (const result of results) cli.out.line(sentenceOf(result, cli.cwd));
}

function sentenceOf({ id, status, memory = '', path, reason }: DecisionResult, cwd: string): string {
  const why = reason === undefined ? '' : ` ${clean(reason)}`;
  const place = path === undefined ? clean(memory) : shortPath(path, cwd);
  switch (status) {
    case 'saved': return `Saved ${place}.${why} “memdir inbox undo ${id}” takes it back.`;
    case 'updated': return `Saved ${place} in its place; the former one is kept.${why} “memdir inbox undo ${id}” takes it back.`;
    case 'duplicate': return `${clean(memory)} says it already, so nothing was saved.`;
    case 'rejected': return `Dropped ${id}. “memdir inbox undo ${id}” brings it back.`;
    case 'reopened': return `${id} waits again.${why}`;
    case 'refused': return `${id} was left as it is.${why}`;
  }
}
