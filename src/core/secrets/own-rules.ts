import { CODE_RULES } from './codes.js';
import { COMMAND_RULES } from './command-rules.js';
import { SERVICE_KEYS } from './forms.js';
import { HEADER_RULES } from './headers.js';
import { KEY_RULES } from './key-rules.js';
import { LABEL_RULES } from './label-rules.js';
import type { SecretRule } from './rule.js';
import { URL_RULES } from './url-rules.js';

/** What is said in other words than code says it, or not by gitleaks at all. Of two that find the same place the earlier one names it. */
export const OWN_RULES: readonly SecretRule[] = [
  ...KEY_RULES,
  ...SERVICE_KEYS,
  ...HEADER_RULES,
  ...URL_RULES,
  ...COMMAND_RULES,
  ...LABEL_RULES,
  ...CODE_RULES,
];
