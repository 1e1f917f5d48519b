import { t } from '../l10n.js';

/** What is loaded as well and cannot be shown. */
export const unloadedNote = (): string =>
  t(
    'Not shown, because it isn’t in files that Memdir reads: the rest of Claude Code’s own prompt, its tools, skills, and what hooks and servers add. Token counts are estimates.',
  );
