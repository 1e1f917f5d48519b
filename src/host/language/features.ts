import { codeLens } from './code-lens.js';
import { completion } from './completion.js';
import { definition } from './definition.js';
import { documentLinkFeature } from './document-links.js';
import { documentSymbolFeature } from './document-symbols.js';
import type { LanguageFeature } from './feature.js';
import { folding } from './folding.js';
import { hover } from './hover.js';
import { references } from './references.js';
import { rename } from './rename.js';
import { workspaceSymbolFeature } from './workspace-symbols.js';

/** Every language feature there is. */
export const FEATURES: readonly LanguageFeature[] = [
  completion,
  hover,
  documentLinkFeature,
  definition,
  references,
  rename,
  documentSymbolFeature,
  workspaceSymbolFeature,
  folding,
  codeLens,
];
