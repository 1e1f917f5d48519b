/** Which language model the settings ask for. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { AskEditor, ChatModel } from '../../core/ports/chat-model.js';
import { ollamaAddress } from '../../embed/ollama/url.js';
import { createEditorChat } from '../../llm/editor.js';
import { createOllamaChat } from '../../llm/ollama.js';
import { createOpenAiChat } from '../../llm/openai.js';
import { KEY_VARIABLE, serverAddress } from '../../llm/openai-address.js';
import type { Settings } from '../../protocol/settings.js';

const USUAL_MODEL = 'llama3.2';

/** Name of Ollama's model: the settings may name a model of the editor instead. */
export const languageModelOf = (settings: Pick<Settings, 'model.name' | 'model.provider'>): string =>
  (settings['model.provider'] === 'editor' ? '' : settings['model.name'].trim()) || USUAL_MODEL;

export interface ChatModelPaths {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The editor's model; absent in a process without an editor. */
  readonly editor?: AskEditor;
}

/** Undefined when the settings name none. A model that is not available rejects when it is asked. */
export function openChatModel({ settings, env, editor }: ChatModelPaths): ChatModel | undefined {
  switch (settings['model.provider']) {
    case 'none':
      return undefined;
    case 'editor':
      return editor
        ? createEditorChat(editor)
        : unable(
            t('the editor'),
            t('The editor’s model is available only while an editor window is open for this folder.'),
          );
    case 'openai': {
      const [place, model] = [serverAddress(settings['model.url']), settings['model.name'].trim()];
      if (typeof place === 'string') return unable(t('the server'), place);
      return model === ''
        ? unable(place.url, t('No model is specified for {url}. Set memdir.model.name.', { url: place.url }))
        : createOpenAiChat({ place, model, key: env[KEY_VARIABLE]?.trim() });
    }
    case 'ollama': {
      const place = ollamaAddress(settings['ollama.url'], env);
      return typeof place === 'string'
        ? unable('Ollama', place)
        : createOllamaChat({ place, model: languageModelOf(settings) });
    }
  }
}

const unable = (label: string, why: string): ChatModel => ({
  label,
  ask: () => Promise.reject(new MemdirError('unavailable', why)),
});
