/** The editor's language model, which has no JSON mode. */
import { t } from '../core/l10n.js';
import type { AskEditor, ChatModel } from '../core/ports/chat-model.js';
import { estimateTokens, parseJsonReply } from './json-reply.js';

export const createEditorChat = (ask: AskEditor): ChatModel => ({
  get label() {
    return t('The editor’s language model');
  },
  ask: async (question, signal) => {
    const text = await ask(question, signal);
    const tokens = estimateTokens(question, text);
    return { value: parseJsonReply(t('The editor’s language model'), { text, tokens }, question), tokens };
  },
});
