/** Address of a server of the user's that speaks OpenAI's chat protocol. There is none unless the user names it. */
import { t } from '../core/l10n.js';
import { MODEL_KEY_VARIABLE } from '../core/models/model-key.js';

export interface ServerAddress {
  /** Without a slash at the end. */
  readonly url: string;
  /** Whether texts leave this machine. */
  readonly remote: boolean;
}

/** Variable with the key that the server wants. It is in no settings file and no log. */
export const KEY_VARIABLE = MODEL_KEY_VARIABLE;

const EXAMPLE = 'http://127.0.0.1:1234/v1';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** @returns a sentence for people when the setting is no address that may be asked */
export function serverAddress(setting: string): ServerAddress | string {
  const text = setting.trim();
  if (text === '')
    return t('No server is specified: enter its address in memdir.model.url, such as {example}.', { example: EXAMPLE });
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.search !== '' || url.hash !== '')
    return t('The setting memdir.model.url isn’t a server address: it must look like {example}.', { example: EXAMPLE });
  if (url.username !== '' || url.password !== '')
    return t(
      'The setting memdir.model.url can’t contain a user name or key. Set the key in the environment variable {variable}.',
      { variable: KEY_VARIABLE },
    );
  const remote = !isLoopback(url.hostname);
  if (remote && url.protocol !== 'https:')
    return t(
      'The setting memdir.model.url specifies another machine without encryption. Use an https:// address; http:// is only for this machine.',
    );
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), remote };
}
