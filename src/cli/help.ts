/** Layout of the help: wraps between words in a terminal of any width. */
import { Help, type HelpConfiguration } from 'commander';

import { t } from '../core/l10n.js';
import { displayWidth } from './format.js';

/** Columns that a description needs beside its term; with fewer it goes below. */
const MIN_DESCRIPTION = 24;
const INDENT = 2;
const GAP = 2;
/** Indentation of a description below its term. */
const DESCRIPTION_INDENT = 6;

/** Columns of the title before the usage. */
const usageIndent = (): number => displayWidth(t('Usage:')) + 1;

export const HELP: HelpConfiguration = {
  minWidthToWrap: 1,
  formatItem(this: Help, term, termWidth, description, helper) {
    const width = widthOf(helper);
    if (description === '' || width - termWidth - GAP - INDENT >= MIN_DESCRIPTION)
      return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
    return `${' '.repeat(INDENT)}${term}\n${indented(helper.boxWrap(description, width - DESCRIPTION_INDENT), DESCRIPTION_INDENT)}`;
  },
  commandUsage(this: Help, command) {
    return indented(
      this.boxWrap(Help.prototype.commandUsage.call(this, command), widthOf(this) - usageIndent()),
      usageIndent(),
    ).trimStart();
  },
};

const widthOf = ({ helpWidth = 80 }: Pick<Help, 'helpWidth'>): number => helpWidth;
const indented = (text: string, columns: number): string => text.replaceAll(/^/gm, ' '.repeat(columns));
