/** The editor's language model, which has no JSON mode. */
import type { AskEditor, ChatModel } from '../core/ports/chat-model.js';
import { estimateTokens, parseJsonReply } from './json-reply.js';

export const createEditorChat = (ask: AskEditor): ChatModel => ({
  label: 'the language model of the editor',
  ask: async (question, signal) => {
    const text = await ask(question, signal);
    const tokens = estimateTokens(question, text);
    return { value: parseJsonReply('the editor’s model', { text, tokens }, question), tokens };
  },
});
