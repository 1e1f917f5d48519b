/** What stands around a secret where people and programs write it down. */
import type { KindClass } from './kinds.js';
import type { Random } from './random.js';

/** A secret and what it is called: `NAME` as a variable, `name` in camel case, `label` in words. */
export interface Named {
  readonly value: string;
  readonly NAME: string;
  readonly name: string;
  readonly label: string;
}

export interface Surrounding {
  readonly id: string;
  readonly of: readonly KindClass[];
  readonly write: (named: Named, random: Random) => string;
}

const ESC = '\u001b';
const alone: readonly KindClass[] = ['formed'];
const named: readonly KindClass[] = ['formed', 'named'];
const every: readonly KindClass[] = ['formed', 'named', 'password'];
const labelled: readonly KindClass[] = ['named', 'password'];

const row = (id: string, of: readonly KindClass[], write: Surrounding['write']): Surrounding => ({ id, of, write });

/** Signs that stand directly before a key in colours, identifiers, addresses and lists. */
export const SIGNS_BEFORE = [
  ...` !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~\t\n\0\u001b\u200b\u00a0\u3000`,
  `${ESC}[32m`,
  `${ESC}[01;31m${ESC}[K`,
  `${ESC}]8;;`,
  '\u300c',
  '\u201c',
  '\u306f',
  '\u043a',
  'x',
  'K',
  '7',
];
/** Signs that stand directly after one. */
export const SIGNS_AFTER = [
  ...` !"#$%&'()*,./:;<>?@[\\]^\`{|}~\t\n\0\u001b\u200b\u00a0\u3000`,
  `${ESC}[39m`,
  `${ESC}[m${ESC}[K`,
  '_',
  '_old',
  '-old',
  '+',
  '=',
  '+x',
  '=x',
  '.item',
  '/items',
  '@host',
  '\\n',
  '\r\n',
  '&x=1',
  '#top',
  ',next',
  '\u300d',
  '\u201d',
  '\u3067\u3059',
  '\u0430',
  '\u2026',
  '...',
];

export const SURROUNDINGS: readonly Surrounding[] = [
  row('sentence', alone, ({ value }) => `The deploy job uses ${value} for now.`),
  row('end of a sentence', alone, ({ value }) => `Last week we rotated it to ${value}.`),
  row('parentheses', alone, ({ value }) => `It still works (${value}), says Ann.`),
  row('quotes', alone, ({ value }) => `It is "${value}" on staging.`),
  row('typographic quotes', alone, ({ value }) => `It is \u201c${value}\u201d on staging.`),
  row('inline code', alone, ({ value }) => `Set it to \`${value}\` first.`),
  row('Japanese text', alone, ({ value }) => `\u30ad\u30fc\u306f${value}\u3067\u3059\u3002`),
  row('Chinese text', alone, ({ value }) => `\u5bc6\u94a5\u662f${value}\uff0c\u8bf7\u66f4\u6362`),
  row(
    'Russian text',
    alone,
    ({ value }) => `\u043a\u043b\u044e\u0447:${value}\u0434\u043b\u044f \u0441\u0435\u0440\u0432\u0435\u0440\u0430`,
  ),
  row(
    'Arabic text',
    alone,
    ({ value }) => `\u0627\u0644\u0645\u0641\u062a\u0627\u062d\u061b${value}\u060c \u0627\u0644\u0622\u0646`,
  ),
  row(
    'coloured output of grep',
    named,
    ({ value, NAME }) =>
      `${ESC}[35mdeploy.sh${ESC}[m${ESC}[36m:${ESC}[m12:${NAME}=${ESC}[01;31m${ESC}[K${value}${ESC}[m${ESC}[K`,
  ),
  row('colour codes around it', alone, ({ value }) => `using ${ESC}[32m${value}${ESC}[39m now`),
  row(
    'colours as cat -v and JSON write them',
    alone,
    ({ value }) => `{"stdout":"using \\u001b[32m${value}\\u001b[39m now"}`,
  ),
  row('a colour inside', alone, ({ value }) => `using ${value.slice(0, 9)}${ESC}[1m${value.slice(9)}${ESC}[0m now`),
  row('environ of a process', named, ({ value, NAME }) => `HOME=/root\0${NAME}=${value}\0PATH=/bin\0`),
  row('zero width space inside', alone, ({ value }) => `uses ${value.slice(0, 9)}\u200b${value.slice(9)} now`),
  row('bold label, colon inside', every, ({ value, label }) => `- **${label}:** ${value}`),
  row('bold label, colon outside', every, ({ value, label }) => `- **${label}**: ${value}`),
  row('underscored label', every, ({ value, label }) => `- __${label}:__ ${value}`),
  row('bold label, value as code', every, ({ value, label }) => `- **${label}:** \`${value}\``),
  row('HTML label', every, ({ value, label }) => `<b>${label}:</b> ${value}<br>`),
  row('plain label', every, ({ value, label }) => `${label}: ${value}`),
  row('dash', labelled, ({ value, label }) => `${label} - ${value}`),
  row('long dash', labelled, ({ value, label }) => `${label} \u2013 ${value}`),
  row('arrow', labelled, ({ value, label }) => `${label} \u2192 ${value}`),
  row('is', labelled, ({ value, label }) => `The ${label.toLowerCase()} is ${value} on staging.`),
  row('was', labelled, ({ value, label }) => `In May the ${label.toLowerCase()} was ${value}, then we moved.`),
  row('full-width colon', labelled, ({ value, label }) => `${label}\uff1a${value}`),
  row('table', every, ({ value, label }) => `| what | value |\n|---|---|\n| ${label} | ${value} |`),
  row('code block below a label', every, ({ value, label }) => `${label}:\n\n\`\`\`\n${value}\n\`\`\``),
  row('next line', every, ({ value, label }) => `${label}:\n  ${value}\n`),
  row('JSON', every, ({ value, name }) => JSON.stringify({ host: 'db', [name]: value, port: 5432 })),
  row('JSON inside JSON', every, ({ value, name }) => JSON.stringify({ body: JSON.stringify({ [name]: value }) })),
  row('indented JSON', every, ({ value, NAME }) => JSON.stringify({ env: { [NAME]: value } }, undefined, 2)),
  row('YAML', every, ({ value, NAME }) => `env:\n  ${NAME}: ${value}\n  PORT: 80`),
  row('YAML list of variables', every, ({ value, NAME }) => `env:\n  - name: ${NAME}\n    value: "${value}"`),
  row('YAML folded', named, ({ value, NAME }) => `${NAME}: >-\n  ${value}\nnext: 1`),
  row('.env', every, ({ value, NAME }) => `PORT=80\n${NAME}=${value}\nDEBUG=1`),
  row('export', every, ({ value, NAME }) => `export ${NAME}='${value}'`),
  row('variable before a command', named, ({ value, NAME }) => `${NAME}=${value} npm run deploy`),
  row('docker run -e', named, ({ value, NAME }) => `docker run -e ${NAME}=${value} -p 80:80 app`),
  row('Dockerfile', named, ({ value, NAME }) => `FROM node\nENV ${NAME}=${value}\nRUN make`),
  row('systemd', named, ({ value, NAME }) => `Environment="${NAME}=${value}"`),
  row('properties', every, ({ value, NAME }) => `app.${NAME.toLowerCase().replaceAll('_', '.')}=${value}`),
  row('TOML', every, ({ value, NAME }) => `[service]\n${NAME.toLowerCase()} = "${value}"`),
  row('diff', every, ({ value, NAME }) => `-${NAME}=old\n+${NAME}=${value}`),
  row(
    'flag of a command',
    named,
    ({ value, NAME }) => `acme deploy --${NAME.toLowerCase().replaceAll('_', '-')} ${value} --force`,
  ),
  row('JavaScript', every, ({ value, name }) => `const ${name} = '${value}';`),
  row('TypeScript, longer name', every, ({ value, name }) => `let ${name}ForBilling: string = "${value}"`),
  row('Python', every, ({ value, NAME }) => `${NAME} = "${value}"  # old`),
  row('Python dictionary', every, ({ value, NAME }) => `cfg = {'${NAME.toLowerCase()}': '${value}'}`),
  row('Go', every, ({ value, name }) => `${name} := "${value}"`),
  row('Java', every, ({ value, NAME }) => `private static final String ${NAME} = "${value}";`),
  row('PHP', every, ({ value, NAME }) => `define('${NAME}', '${value}');`),
  row('Ruby', every, ({ value, NAME }) => `ENV['${NAME}'] = '${value}'`),
  row('Rust', every, ({ value, NAME }) => `const ${NAME}: &str = "${value}";`),
  row(
    'C#',
    every,
    ({ value, name }) => `public string ${name.charAt(0).toUpperCase()}${name.slice(1)} { get; } = "${value}";`,
  ),
  row('XML element', every, ({ value, name }) => `<config><${name}>${value}</${name}></config>`),
  row('XML attribute', every, ({ value, name }) => `<add key="${name}" value="${value}" />`),
  row('log line', named, ({ value, NAME }) => `2026-03-11T13:05:00Z INFO login ${NAME.toLowerCase()}=${value} user=4`),
  row(
    'header of its own',
    named,
    ({ value, label }) => `curl -H "X-${label.replaceAll(' ', '-')}: ${value}" https://api.example.com`,
  ),
  row('bearer', alone, ({ value }) => `curl -H 'Authorization: Bearer ${value}' https://api.example.com`),
  row('basic with a key as user', alone, ({ value }) => `curl -u ${value}: https://api.example.com`),
  row('user of a URL', alone, ({ value }) => `git clone https://${value}@git.example.com/x.git`),
  row(
    'password of a URL',
    alone,
    ({ value }) => `git clone https://oauth2:${encodeURIComponent(value)}@git.example.com/x.git`,
  ),
  row('host of a URL', alone, ({ value }) => `https://${value}.example.com/hook`),
  row('path of a URL', alone, ({ value }) => `GET https://api.example.com/v1/${value}/items?limit=2`),
  row(
    'query of a URL',
    named,
    ({ value, NAME }) => `https://api.example.com/items?limit=2&${NAME.toLowerCase()}=${encodeURIComponent(value)}&x=1`,
  ),
  row('fragment of a URL', alone, ({ value }) => `https://example.com/cb#${value}`),
  row('link', alone, ({ value }) => `See [the console](https://example.com/keys/${value}) for it.`),
  row('front matter', every, ({ value, NAME }) => `---\nname: x\n${NAME.toLowerCase()}: ${value}\n---\n`),
  row('list item', alone, ({ value }) => `- ${value}\n- other`),
  row('quote', alone, ({ value }) => `> ${value}\n`),
  row('comma separated', alone, ({ value }) => `a,b,${value},c`),
  row('identifier before it', alone, ({ value }) => `cached_${value} is gone`),
  row('hyphen before it', alone, ({ value }) => `cache-${value} is gone`),
  row('a sign directly before', alone, ({ value }, random) => `a ${random.pick(SIGNS_BEFORE)}${value} b`),
  row('a sign directly after', alone, ({ value }, random) => `a ${value}${random.pick(SIGNS_AFTER)} b`),
  row('escaped line ends', alone, ({ value }) => `"one\\n${value}\\ntwo"`),
  row('Windows lines', named, ({ value, NAME }) => `PORT=80\r\n${NAME}=${value}\r\nDEBUG=1\r\n`),
  row('by itself', ['formed', 'whole', 'block'], ({ value }) => value),
  row('in a paragraph', ['whole'], ({ value }) => `For the record: ${value} and nothing else.`),
  row('in code', ['whole'], ({ value }) => `\`${value}\``),
  row('in a list', ['whole', 'block'], ({ value }) => `- first\n- ${value}\n- third\n`),
  row('in a fence', ['whole', 'block'], ({ value }) => `Like this:\n\n\`\`\`sh\n${value}\n\`\`\`\n`),
  row('in colours', ['whole', 'block'], ({ value }) => `${ESC}[2m${value}${ESC}[22m`),
  row('as a JSON string', ['whole', 'block'], ({ value }) => JSON.stringify({ stdout: value })),
  row('as a quote', ['whole', 'block'], ({ value }) => value.replace(/^/gm, '> ')),
  row('between NULs', ['whole'], ({ value }) => `a=1\0${value}\0b=2`),
];

/** `DB_PASSWORD` as a label is “Db password”, as a name `dbPassword`. */
export function withNames(NAME: string, value: string): Named {
  const words = NAME.toLowerCase().split('_');
  const label = words.join(' ');
  return {
    value,
    NAME,
    name: words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(''),
    label: label.charAt(0).toUpperCase() + label.slice(1),
  };
}
