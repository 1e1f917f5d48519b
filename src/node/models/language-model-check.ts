import { t } from '../../core/l10n.js';
import type { HealthCheck } from '../../core/results.js';
import { ollamaAddress } from '../../embed/ollama/url.js';
import { KEY_VARIABLE, serverAddress } from '../../llm/openai-address.js';
import type { Settings } from '../../protocol/settings.js';
import { languageModelOf } from './chat-model.js';

const check = (): string => t('Language model');

interface LanguageModelCheckPaths {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Which model may be asked, and where texts go. Nothing is sent for this. */
export function languageModelCheck({ settings, env }: LanguageModelCheckPaths): HealthCheck {
  switch (settings['model.provider']) {
    case 'none':
      return passed(t('None: drafts are written by rules, and memories are chosen by search.'));
    case 'editor':
      return passed(
        t(
          'The editor’s model, once allowed. Texts go to the service behind it; secrets, addresses, phone numbers and handles are masked first.',
        ),
      );
    case 'ollama':
      return placed(ollamaAddress(settings['ollama.url'], env), languageModelOf(settings), 'memdir.ollama.url');
    case 'openai': {
      const model = settings['model.name'].trim();
      const found = placed(serverAddress(settings['model.url']), model, 'memdir.model.url');
      if (found.ok && model === '')
        return {
          check: check(),
          ok: false,
          detail: t('A server is specified, but no model.'),
          fix: t('Set memdir.model.name.'),
        };
      const key = env[KEY_VARIABLE]?.trim()
        ? t('The key in {variable} is used.', { variable: KEY_VARIABLE })
        : t('No key is used ({variable} isn’t set).', { variable: KEY_VARIABLE });
      return found.ok ? passed(`${found.detail} ${key}`) : found;
    }
  }
}

const passed = (detail: string): HealthCheck => ({ check: check(), ok: true, detail });

const placed = (
  place: { readonly url: string; readonly remote: boolean } | string,
  model: string,
  setting: string,
): HealthCheck =>
  typeof place === 'string'
    ? {
        check: check(),
        ok: false,
        detail: place,
        fix: t('Correct {setting}, or choose another memdir.model.provider.', { setting }),
      }
    : passed(
        place.remote
          ? t(
              '{model} at {url}. Texts leave this machine; secrets, addresses, phone numbers and handles are masked first.',
              { model, url: place.url },
            )
          : t(
              '{model} at {url}. Texts stay on this machine; secrets, addresses, phone numbers and handles are masked first.',
              { model, url: place.url },
            ),
      );
