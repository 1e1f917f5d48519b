/** The language model of the editor, which gives text and no JSON mode. */
import type { AskEditor, ChatModel } from '../core/ports.js';
import { jsonOf } from './json.js';

/** UTF-16 units of a token, about: the editor does not count. */
const UNITS_A_TOKEN = 4;

export const createEditorChat = (ask: AskEditor): ChatModel => ({
  label: 'the language model of the editor',
  ask: async (question, signal) => {
    const text = await ask(question, signal);
    return { value: jsonOf('the editor’s model', withoutFence(text), question), tokens: Math.ceil((question.system.length + question.text.length + text.length) / UNITS_A_TOKEN) };
  },
});

/** Models like to fence what they were asked to say alone. */
const withoutFence = (text: string): string => /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;
