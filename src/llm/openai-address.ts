/** Address of a server of the user's that speaks OpenAI's chat protocol. There is none unless the user names it. */

import { MODEL_KEY_VARIABLE } from '../core/models/model-key.js';

export interface ServerAddress {
  /** Without a slash at the end. */
  readonly url: string;
  /** Whether texts leave this machine. */
  readonly remote: boolean;
}

/** Variable with the key that the server wants. It is in no settings file and no log. */
export const KEY_VARIABLE = MODEL_KEY_VARIABLE;

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** @returns a sentence for people when the setting is no address that may be asked */
export function serverAddress(setting: string): ServerAddress | string {
  const text = setting.trim();
  if (text === '') return 'No server is named: give its address in memdir.model.url, such as http://127.0.0.1:1234/v1.';
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.search !== '' || url.hash !== '')
    return 'The setting memdir.model.url is no address of a server: it must look like http://127.0.0.1:1234/v1.';
  if (url.username !== '' || url.password !== '')
    return `The setting memdir.model.url must not contain a user name or key. The key belongs into the environment variable ${KEY_VARIABLE}.`;
  const remote = !isLoopback(url.hostname);
  if (remote && url.protocol !== 'https:')
    return 'The setting memdir.model.url names another machine without encryption. Use an https:// address; http:// is for this machine alone.';
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), remote };
}
