/** What the extension put into the page: texts and how the panel looked. */
import * as z from 'zod/mini';

import { useLanguage } from '../../src/core/l10n.js';
import { type KeptState, PAGE_DATA, type PageData, pageData } from '../../src/protocol/webview/shell.js';
import { stateOfWindow } from './extension.js';

/** Sets the language, and answers the rest. Without code made at run time, which the page forbids. */
export function readPage(): Pick<PageData, 'memories'> & { readonly kept: KeptState } {
  z.config({ jitless: true });
  const { data } = pageData.safeParse(JSON.parse(document.getElementById(PAGE_DATA)?.textContent ?? '{}'));
  useLanguage(data?.texts);
  return { kept: stateOfWindow() ?? data?.kept ?? {}, memories: data?.memories };
}
