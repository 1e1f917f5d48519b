/** The user's or assistant's own words of a message, without what Claude Code adds to it. */
import { withoutRecalled } from '../inject/recalled-text.js';

/** Beginnings of messages that Claude Code writes in the user's name. */
const SYSTEM_PREFIX =
  /^\s*(?:<(?:command-|local-command|bash-|system-reminder|user-memory-input|task-notification|teammate-message|cross-session-message|channel)|\[Request interrupted|\[Image(?::| #\d)|<<autonomous-loop|Caveat: The messages below|This session is being continued from a previous conversation|(?:\S+ )?hook (?:additional context|feedback):|Stop hook feedback:)/i;
/** Tags that Claude Code adds around the user's words: editor state, hook output, reminders. */
const TAGS = [
  'system-reminder',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'new-diagnostics',
  'user-prompt-submit-hook',
  'session-start-hook',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'task-notification',
  'teammate-message',
  'cross-session-message',
  'user-memory-input',
  'tick',
];
/** Commands of Claude Code that are about itself. */
const OWN_COMMAND =
  /<command-name>\s*\/?(?:add-dir|agents|btw|clear|color|compact|config|context|cost|doctor|effort|exit|export|fast|help|hooks|ide|init|install\S*|login|logout|mcp|memory|model|output-style|permissions|plugin|rename|resume|review|rewind|status\S*|theme|upgrade|usage|vim)\s*<\/command-name>/i;
const ARGS = '<command-args>';

/** The text of a message; empty when it contains none by that role. Linear. */
export function messageText(role: 'user' | 'assistant', text: string): string {
  const said = withoutRecalled(text);
  if (role === 'assistant') return withoutTag(said, 'system-reminder').trim();
  if (/^\s*<command-(?:name|message)>/.test(said)) return argumentsOf(said);
  const words = TAGS.reduce(withoutTag, said).replace(NOTIFIED, '').trim();
  return SYSTEM_PREFIX.test(words) || areMachineBlocks(words) ? '' : words;
}

/** Lines that Claude Code writes below the notification of a task. */
const NOTIFIED =
  /^(?:Read the output file to retrieve the result: |Full transcript available at: |Send it a message with \S+ to retrieve its result\.).*$/gm;
const MACHINE_TAG = /^<([a-z]+(?:[-_][a-z]+)+)(?:\s[^<>]*)?>/;

/** Whether a text is blocks of tags whose names are made of several words, and nothing else: clients write such blocks, people do not. */
function areMachineBlocks(text: string): boolean {
  let rest = text;
  for (let tag = MACHINE_TAG.exec(rest)?.[1]; tag !== undefined; tag = MACHINE_TAG.exec(rest)?.[1]) {
    const close = rest.indexOf(`</${tag}>`);
    if (close < 0) return false;
    rest = rest.slice(close + tag.length + 3).trimStart();
  }
  return rest === '' && text !== '';
}

/** `/plan use Celery instead of RQ`: the arguments are the user's words. */
function argumentsOf(text: string): string {
  const start = text.indexOf(ARGS);
  const end = text.indexOf('</command-args>', start);
  return start < 0 || end < 0 || OWN_COMMAND.test(text.slice(0, start).concat(text.slice(end, end + 500)))
    ? ''
    : text.slice(start + ARGS.length, end).trim();
}

/** Removes the blocks of a tag. An unclosed tag is no block. */
function withoutTag(text: string, tag: string): string {
  let result = '';
  let at = 0;
  for (let open = text.indexOf(`<${tag}`); open >= 0; open = text.indexOf(`<${tag}`, at)) {
    const close = text.indexOf(`</${tag}>`, open);
    if (close < 0) break;
    result += text.slice(at, open);
    at = close + tag.length + 3;
  }
  return result + text.slice(at);
}

const REFUSAL = /^\s*The user doesn['’]t want to (?:proceed with this tool use|take this action)/;
const COMMENT_LABEL = 'the user said:';

/** The comment of a user who refused a tool call; empty for any other result. */
export function refusalComment(output: string): string {
  const at = REFUSAL.test(output) ? output.indexOf(COMMENT_LABEL) : -1;
  return at < 0
    ? ''
    : messageText(
        'user',
        output.slice(at + COMMENT_LABEL.length).replace(/\n\nNote: The user['’]s next message[\s\S]{0,500}$/, ''),
      );
}
