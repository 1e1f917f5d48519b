/**
 * Variables of a pasted `.env`: the value of a variable whose name marks a secret is masked, even when it looks like a
 * word.
 */
import { maskOf } from '../secrets/secrets.js';

const SECRET =
  '(?:PASS(?:WORD|WD|PHRASE)?|PWD|SECRET|TOKEN|(?:API|PRIVATE|ACCESS|SECRET|ENCRYPTION|SIGNING|MASTER)_?KEY|CREDENTIALS?)';
const VARIABLE = new RegExp(
  `^([ \\t]*(?:export[ \\t]+|set[ \\t]+|- )?(?:[A-Z][A-Z\\d]{0,40}_){0,8}${SECRET}(?:_[A-Z\\d]{1,20}){0,3}[ \\t]*=[ \\t]*)(?:"([^"\\n$]{4,400})"|'([^'\\n]{4,400})'|([^\\s"'\`$<>{}()]{4,400}))(?=[ \\t]*(?:#.*)?\\r?$)`,
  'gm',
);
/** Values that are not secret: switches, durations, paths, well-known defaults, and values that are masked already. */
const OPEN =
  /^(?:true|false|null|none|yes|no|on|off|required|optional|enabled|disabled|\d{1,6}[smhd]?|[/~.].*|https?:.*|\[masked.*|postgres|mysql|root|admin|password|secret|test|changeme)$/i;

/** The text with the values of such variables masked, where each is on a line of its own. Linear. */
export const maskVariables = (text: string): string =>
  text.includes('=')
    ? text.replace(VARIABLE, (all, head: string, ...values: (string | undefined)[]) =>
        OPEN.test(values.slice(0, 3).find((value) => value !== undefined) ?? '') ||
        /_(?:URL|URI|FILE|PATH|NAME|TTL|HEADER|LENGTH|EXPIRY|ALGORITHM)[ \t]*=/.test(head)
          ? all
          : `${head}${maskOf('password')}`,
      )
    : text;
