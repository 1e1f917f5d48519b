import type { HealthCheck } from '../../core/results.js';
import { ollamaAddress } from '../../embed/ollama/url.js';
import { KEY_VARIABLE, serverAddress } from '../../llm/openai-address.js';
import type { Settings } from '../../protocol/settings.js';
import { languageModelOf } from './chat-model.js';

const CHECK = 'Language model';
const MASKED = 'secrets, addresses, phone numbers and handles masked first';

interface LanguageModelCheckPaths {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Which model may be asked, and where texts go. Nothing is sent for this. */
export function languageModelCheck({ settings, env }: LanguageModelCheckPaths): HealthCheck {
  switch (settings['model.provider']) {
    case 'none':
      return passed('none, so rules make drafts and search chooses memories');
    case 'editor':
      return passed(`that of the editor, once it is allowed: texts go to the service behind it, ${MASKED}`);
    case 'ollama':
      return placed(ollamaAddress(settings['ollama.url'], env), languageModelOf(settings), 'memdir.ollama.url');
    case 'openai': {
      const model = settings['model.name'].trim();
      const found = placed(serverAddress(settings['model.url']), model, 'memdir.model.url');
      if (found.ok && model === '')
        return {
          check: CHECK,
          ok: false,
          detail: 'The server is named, and no model of it.',
          fix: 'Name one in memdir.model.name.',
        };
      const key = env[KEY_VARIABLE]?.trim()
        ? `with the key of ${KEY_VARIABLE}`
        : `without a key (${KEY_VARIABLE} is not set)`;
      return found.ok ? passed(`${found.detail}, ${key}`) : found;
    }
  }
}

const passed = (detail: string): HealthCheck => ({ check: CHECK, ok: true, detail });

const placed = (
  place: { readonly url: string; readonly remote: boolean } | string,
  model: string,
  setting: string,
): HealthCheck =>
  typeof place === 'string'
    ? { check: CHECK, ok: false, detail: place, fix: `Correct ${setting}, or choose another memdir.model.provider.` }
    : passed(
        `${model} at ${place.url}: texts ${place.remote ? 'leave this machine for it' : 'stay on this machine'}, ${MASKED}`,
      );
