/** Address of the Ollama server: on this machine unless the user names another one. */
import { t } from '../../core/l10n.js';

const DEFAULT_URL = 'http://127.0.0.1:11434';
const DEFAULT_PORT = '11434';

export interface OllamaAddress {
  /** Without a slash at the end. */
  readonly url: string;
  /** Whether texts leave this machine. */
  readonly remote: boolean;
  /** A setting that was ignored, for people. */
  readonly note?: string;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Wildcard addresses: a server listens there, clients connect to the loopback address. */
const WILDCARDS = new Set(['0.0.0.0', '[::]']);

/**
 * @param setting `ollama.url`; empty: `OLLAMA_HOST` where that is on this machine, else Ollama's own default
 * @returns a sentence for people when the setting is no address of a server
 */
export function ollamaAddress(
  setting: string,
  env: Readonly<Record<string, string | undefined>>,
): OllamaAddress | string {
  if (setting.trim() !== '')
    return (
      parse(setting.trim()) ??
      t('The setting memdir.ollama.url isn’t a server address: it must look like {example}, without a user name.', {
        example: DEFAULT_URL,
      })
    );
  const host = env['OLLAMA_HOST']?.trim() ?? '';
  const place = host === '' ? undefined : parse(host);
  if (place && !place.remote) return place;
  const note = place?.remote
    ? t('OLLAMA_HOST specifies another machine; nothing is sent there unless memdir.ollama.url specifies it too.')
    : undefined;
  return { url: DEFAULT_URL, remote: false, ...(note === undefined ? {} : { note }) };
}

/** Scheme and port may be missing, as in Ollama itself. */
function parse(text: string): OllamaAddress | undefined {
  const explicit = text.includes('://');
  const address = explicit ? text : `http://${text.startsWith(':') ? `127.0.0.1${text}` : text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (
    !/^https?:$/.test(url.protocol) ||
    url.hostname === '' ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    return undefined;
  if (!explicit && url.port === '' && !/:80$/.test(text)) url.port = DEFAULT_PORT;
  if (WILDCARDS.has(url.hostname)) url.hostname = '127.0.0.1';
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), remote: !isLoopback(url.hostname) };
}
