/** Numbers as people of each language write them. */
import { t } from './l10n.js';

/** "12,964". */
export const grouped = (value: number): string => asWritten(value.toLocaleString('en'));

/** "18.2", always with as many digits. */
export const decimal = (value: number, digits: number): string => asWritten(value.toFixed(digits));

/** A number in English with the marks of the language that is spoken. */
function asWritten(english: string): string {
  const [, group = ',', point = '.'] = /1(\D?)234(\D)5/.exec(t('1,234.5')) ?? [];
  return english.replace(/[,.]/g, (mark) => (mark === ',' ? group : point));
}
