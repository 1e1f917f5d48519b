import { CODES } from './codes.js';
import { COMMANDS } from './commands.js';
import { FORMED } from './forms.js';
import { HEADERS } from './headers.js';
import { KEYS } from './keys.js';
import { LINKS } from './links.js';
import { NAMES } from './names.js';
import type { SecretRule } from './rule.js';

/** What is said in other words than code says it, or not by gitleaks at all. Of two that find the same place the earlier one names it. */
export const OWN_RULES: readonly SecretRule[] = [
  ...KEYS,
  ...FORMED,
  ...HEADERS,
  ...LINKS,
  ...COMMANDS,
  ...NAMES,
  ...CODES,
];
