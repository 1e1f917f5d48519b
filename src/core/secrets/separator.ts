/** What separates the name of a secret and its value: one notion for all rules, also those of gitleaks. */

/** The end of the name: quotes, emphasis, brackets, the end of a tag. */
const CLOSE = String.raw`["'\x60*_)\]]{0,4}(?:<\/\w{1,10}>)?`;
/** A type in code: `: string =`, `: &'static str =`, `{ get; } =`. */
const TYPE = String.raw`(?:[ \t]?: ?&?(?:'\w{1,10} )?[A-Za-z][\w.<>\[\]]{0,30}(?=[ \t]?=[^=])|[ \t]?\{ ?get;[^}\n]{0,20}\})?`;
const SIGN = String.raw`(?:[ \t]{0,8}(?:=>|->|:=|\?=|:{2,3}=?|={1,3}|:|\|{1,2}|,(?=[ \t]?["'\x60])|[\uff1a\uff1d\u2192\u21d2])|[ \t]{1,3}(?:[-\u2013\u2014]|[iI][sS]|was|to|value=)(?=["'\x60 \t]):?|>)`;
/** The start of the value: blanks, a tag, quotes, emphasis. */
const OPEN = String.raw`["'\x60*_]{0,4}(?:<\/?\w{1,10}>)?[ \t]{0,4}(?:<\w{1,10}>)?["'\x60*_\u201c\u201e\u00ab\u300c]{0,4}`;

/** On the line of the name. */
export const SEPARATOR = CLOSE + TYPE + SIGN + OPEN;

/** A label with its value below it: on the next line, in a block of code, folded as YAML does. The value has the line to itself. */
export const SEPARATOR_BELOW = String.raw`${CLOSE}[ \t]{0,2}[:\uff1a][*_]{0,3}(?:<\/\w{1,10}>)?[ \t]{0,4}(?:[>|][+-]?)?[ \t]{0,4}(?:\r?\n[ \t>]{0,16}){1,2}(?:\x60{3}\w{0,10}\r?\n[ \t>]{0,16})?["'\x60]?`;

/** No key goes on here. Any sign may follow a key, also one of its own alphabet: `KEY_old`, `KEY/items`, `KEY@host`. */
export const END = String.raw`(?![A-Za-z0-9])`;
