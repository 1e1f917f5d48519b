/** Finds what the programs say to people: the literals that are given to `t` and `tPlural`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { root } from './project.mjs';

export interface Messages {
  readonly messages: ReadonlySet<string>;
  /** Calls that cannot be translated, a sentence each. */
  readonly faults: readonly string[];
}

/** Function -> how many of its arguments are messages, and which is the first. */
const CALLS: ReadonlyMap<string, readonly [first: number, end: number]> = new Map([
  ['t', [0, 1]],
  ['tPlural', [1, 3]],
]);

/** Messages of source files, by their paths in the repository. */
export function messagesIn(files: readonly string[]): Messages {
  const messages = new Set<string>();
  const faults: string[] = [];
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    if (!/\bt(Plural)?\(/.test(text)) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node, isInFunction: boolean): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const range = CALLS.get(node.expression.text);
        if (range !== undefined) {
          const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
          if (!isInFunction) faults.push(`${place} asks for a translation before the language is known.`);
          for (const argument of node.arguments.slice(...range)) {
            if (ts.isStringLiteralLike(argument)) messages.add(argument.text);
            else faults.push(`${place} gives a message that is no literal.`);
          }
        }
      }
      ts.forEachChild(node, (child) => visit(child, isInFunction || ts.isFunctionLike(node)));
    };
    if (file !== 'src/core/l10n.ts') visit(source, false);
  }
  return { messages, faults };
}
