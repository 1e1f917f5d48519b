/** Whether Claude Code reads a settings file: plain JSON, or it leaves the whole file out of account. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { HealthCheck } from '../../core/results.js';
import { readRegular } from '../files/regular-file.js';
import type { JsonText } from './json-edit.js';

/** What keeps a text from being plain JSON, after its line from 1; undefined for plain JSON and for an empty text. */
export function faultOf(text: string): string | undefined {
  const body = text.replace(/^\uFEFF/, '');
  if (body.trim() === '' || isPlain(body)) return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, { disallowComments: true });
  const [error] = errors;
  const lineAt = (offset: number): number => body.slice(0, offset).split('\n').length;
  if (error === undefined) return t('line {line}: not JSON', { line: lineAt(root?.offset ?? 0) });
  if (printParseErrorCode(error.error) === 'InvalidCommentToken')
    return t('line {line}: a comment', { line: lineAt(error.offset) });
  const comma = trailingComma(body, root, error);
  if (comma !== undefined) return t('line {line}: trailing comma', { line: lineAt(comma) });
  const said = printParseErrorCode(error.error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return t('line {line}: {reason}', { line: lineAt(error.offset), reason: said });
}

function isPlain(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    // Why is said by another parser, which knows the place.
    return false;
  }
}

/** Offset of a comma before a closing bracket, where the error is nothing else. */
function trailingComma(body: string, root: Node | undefined, { offset }: ParseError): number | undefined {
  const errors: ParseError[] = [];
  parseTree(body, errors, { disallowComments: true, allowTrailingComma: true });
  if (root === undefined || errors.some((error) => error.offset === offset)) return undefined;
  const before = body.lastIndexOf(',', offset);
  return before < 0 ? undefined : before;
}

/** Throws for settings that Claude Code would not read: what is written into them would never count. */
export function requirePlain({ path, text }: JsonText): void {
  const fault = faultOf(text);
  if (fault === undefined) return;
  throw new MemdirError(
    'bad-input',
    t(
      '{path} isn’t valid JSON ({reason}), so Claude Code ignores the whole file. Nothing was changed: correct it and try again.',
      { path, reason: fault },
    ),
  );
}

/** A failed check for each of these files that Claude Code does not read. Files that are missing or cannot be read are another matter. */
export async function settingsChecks(files: readonly string[]): Promise<HealthCheck[]> {
  const checks: HealthCheck[] = [];
  for (const file of new Set(files)) {
    const detail = detailOf(file, await readRegular(file).catch(() => ''));
    if (detail === undefined) continue;
    checks.push({
      check: t('Claude Code settings'),
      ok: false,
      detail,
      fix: t('Correct it; the next Claude Code session reads the file again.'),
    });
  }
  return checks;
}

/** Why Claude Code leaves a file with this text out of account; undefined for one that it reads. */
function detailOf(path: string, text: string): string | undefined {
  const fault = faultOf(text);
  if (fault !== undefined)
    return t(
      '{path} isn’t valid JSON ({reason}), so Claude Code ignores the whole file, including hooks and servers.',
      {
        path,
        reason: fault,
      },
    );
  const body = text.replace(/^\uFEFF/, '').trim();
  return body === '' || body.startsWith('{')
    ? undefined
    : t('{file} is ignored: it must contain a JSON object.', { file: path });
}
