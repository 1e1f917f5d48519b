/** Help in a terminal of any width: lines end between words. */
import { Help, type HelpConfiguration } from 'commander';

/** Columns from which a description stands beside what it describes; with fewer it stands below. */
const BESIDE = 24;
const INDENT = 2;
const GAP = 2;
/** Columns before a description that stands below. */
const BELOW = 6;

const USAGE = 'Usage: '.length;

export const HELP: HelpConfiguration = {
  minWidthToWrap: 1,
  formatItem(this: Help, term, termWidth, description, helper) {
    const width = widthOf(helper);
    if (description === '' || width - termWidth - GAP - INDENT >= BESIDE)
      return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
    return `${' '.repeat(INDENT)}${term}\n${indented(helper.boxWrap(description, width - BELOW), BELOW)}`;
  },
  commandUsage(this: Help, command) {
    return indented(
      this.boxWrap(Help.prototype.commandUsage.call(this, command), widthOf(this) - USAGE),
      USAGE,
    ).trimStart();
  },
};

const widthOf = ({ helpWidth = 80 }: Pick<Help, 'helpWidth'>): number => helpWidth;
const indented = (text: string, columns: number): string => text.replaceAll(/^/gm, ' '.repeat(columns));
