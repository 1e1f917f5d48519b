/** An eslint rule: what a person reads goes through `t` or `tPlural` of src/core/l10n.ts, and so into the bundles of all languages. */

/** Two words in a row, expressions counted as words beside one that is written; but no line of front matter, and no name of a product. */
const isProse = (text) =>
  /[A-Za-z]{2,}[,;:.]? [A-Za-z]{2,}/.test(text) &&
  !/^(\s*\w+: \w+|[a-z-]+: [\w/]+|memdir [a-z]+(?: xx)?|--[a-z]+ xx|POST xx .*|'Battery Power'|sqlite-vec xx|xx MB|Bearer xx|(?:[A-Z]\w*|[a-z]{2,}-[a-z]+|CLI)(?: (?:[A-Z]\w*|CLI|xx))+(?:: xx)?|\/Library\/.*|C:\\.*)$/s.test(
    text,
  );

const textOf = (node) =>
  node.type === 'Literal' ? node.value : node.quasis.map(({ value }) => value.cooked ?? '').join('xx');

/** Whether letters are written in it at all: a template may consist of expressions and signs. */
const hasWords = (node) =>
  node.type === 'Literal' || node.quasis.some(({ value }) => /[A-Za-z]{2,}/.test(value.cooked ?? ''));

const nameOf = (node) => {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name;
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
};

/** Calls whose texts no person reads, or that translate: logs, tests of text and of the browser, and `t` itself. */
const isExempt = ({ callee }) => {
  if (callee.type === 'Identifier') return ['t', 'tPlural', 'warn', 'matchMedia'].includes(callee.name);
  return (
    callee.type === 'MemberExpression' &&
    (/^#?(log|console)$/i.test(nameOf(callee.object)) || /^(starts|ends)With$/.test(nameOf(callee.property)))
  );
};

/** Names of classes of a page. */
const isClassName = (node, child) =>
  (node.type === 'Property' && nameOf(node.key) === 'class') ||
  (node.type === 'AssignmentExpression' && node.right === child && nameOf(node.left) === 'className');

/** Features of the extension are named in its log only. */
const isFeatureName = ({ key, parent }) =>
  nameOf(key) === 'name' && parent.properties.some((other) => other.key && nameOf(other.key) === 'activate');

/** What gives a text a place where a person reads it. */
const SINKS = ['MemdirError'];

/** What VS Code, a page and MCP clients show as it is: there one word is a text too. */
const SHOWN_CALLS = /^show(?:Information|Warning|Error)Message$/;
const SHOWN_KEYS =
  /^(?:title|label|detail|placeHolder|placeholder|prompt|tooltip|statusBarMessage|openLabel|saveLabel)$/;

const isWord = (text) => /^(?!(?:Claude|Cline|Codex|Continue|Cursor|Memdir)$)[A-Z][a-z]+[…:.!?]?$/.test(text);

const isShown = (node) => {
  const { parent } = node;
  if (parent.type === 'CallExpression') return parent.callee !== node && SHOWN_CALLS.test(nameOf(parent.callee));
  return parent.type === 'Property' && parent.value === node && SHOWN_KEYS.test(nameOf(parent.key));
};

/** The innermost thing around a text that decides: it is exempt, a sink, or none. */
function placeOf(node) {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (at.type === 'CallExpression' && at.callee !== child && isExempt(at)) return 'exempt';
    if (at.type === 'NewExpression' && at.callee !== child && SINKS.includes(nameOf(at.callee))) return 'sink';
    if (
      /^(ImportDeclaration|ImportExpression|ExportNamedDeclaration|TSLiteralType|TSTemplateLiteralType)$/.test(
        at.type,
      ) &&
      child.type !== 'VariableDeclaration' &&
      child.type !== 'FunctionDeclaration' &&
      child.type !== 'ClassDeclaration'
    )
      return 'exempt';
    if (at.type === 'BinaryExpression' && /^[!=]==?$/.test(at.operator)) return 'exempt';
    if (at.type === 'Property' && (at.key === child || isFeatureName(at))) return 'exempt';
    if (isClassName(at, child)) return 'exempt';
    if (/Function|Class/.test(at.type)) return 'none';
  }
  return 'none';
}

/** Option `everywhere`: every text of two words is read by people, not only that of errors. */
export const userText = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { everywhere: { type: 'boolean' } }, additionalProperties: false }],
    messages: { outside: 'A person reads this: give it to t() of src/core/l10n.ts.' },
  },
  create(context) {
    const everywhere = context.options[0]?.everywhere === true;
    const check = (node) => {
      if (typeof textOf(node) !== 'string' || !hasWords(node)) return;
      if (everywhere && isWord(textOf(node)) && isShown(node)) return context.report({ node, messageId: 'outside' });
      if (!isProse(textOf(node))) return;
      const place = placeOf(node);
      if (place === 'sink' || (everywhere && place === 'none')) context.report({ node, messageId: 'outside' });
    };
    return { Literal: check, TemplateLiteral: check };
  },
};
