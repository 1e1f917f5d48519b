/** The language model of the editor, which gives text and no JSON mode. */
import type { AskEditor, ChatModel } from '../core/ports/chat-model.js';
import { estimatedTokens, jsonOf } from './json.js';

export const createEditorChat = (ask: AskEditor): ChatModel => ({
  label: 'the language model of the editor',
  ask: async (question, signal) => {
    const text = await ask(question, signal);
    const tokens = estimatedTokens(question, text);
    return { value: jsonOf('the editor’s model', { text, tokens }, question), tokens };
  },
});
