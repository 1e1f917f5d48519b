import { access } from 'node:fs/promises';

import {
  AnnotatedTextEdit,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  Command,
  CreateFile,
  OptionalVersionedTextDocumentIdentifier,
  RenameFile,
  TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';

import { t } from '../../core/l10n.js';
import { mergeFixes, safeFix } from '../../core/lint/merge-fixes.js';
import type { Fix, ProblemCode } from '../../core/problem.js';
import type { LocatedProblem } from '../../core/results.js';
import type { Range } from '../../core/text.js';
import type { CommandId } from '../../protocol/contributions.js';
import { FIX_ALL_KIND } from '../../protocol/methods.js';
import type { OpenDocuments } from '../open-documents.js';
import type { ShownProblems } from './diagnostics.js';
import { siblingPath, siblingUri, toDiagnostic } from './to-diagnostic.js';

const touches = (a: Range, b: Range): boolean =>
  !(a.end.line < b.start.line || (a.end.line === b.start.line && a.end.character < b.start.character)) &&
  !(b.end.line < a.start.line || (b.end.line === a.start.line && b.end.character < a.start.character));

const wants = (only: readonly string[] | undefined, kind: string): boolean =>
  !only || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`));

/**
 * The edit of a fix: versioned for open documents, so that newer text is never overwritten. Undefined when an open document has
 * another version than the fix.
 */
async function workspaceEdit(
  problem: LocatedProblem,
  { title = '', edits, renames = {}, confirm = false }: Pick<Fix, 'edits'> & Partial<Fix>,
  shown: ShownProblems,
  documents: OpenDocuments,
): Promise<WorkspaceEdit | undefined> {
  const changes: (TextDocumentEdit | CreateFile | RenameFile)[] = [];
  const { uris } = await documents.snapshot();
  for (const [path, list] of Object.entries(edits)) {
    const file = siblingPath(problem, path);
    const uri = uris.get(file) ?? siblingUri(problem, path);
    const version = documents.get(uri)?.version;
    if (version !== shown.versions.get(uri)) return undefined;
    const exists =
      version !== undefined ||
      (await access(file).then(
        () => true,
        () => false,
      ));
    if (!exists) changes.push(CreateFile.create(uri, { ignoreIfExists: true }));
    changes.push(
      TextDocumentEdit.create(OptionalVersionedTextDocumentIdentifier.create(uri, version ?? null), [
        ...(confirm ? list.map((edit) => AnnotatedTextEdit.replace(edit.range, edit.newText, CHANGE)) : list),
      ]),
    );
  }
  for (const [from, to] of Object.entries(renames)) {
    changes.push(
      RenameFile.create(uris.get(siblingPath(problem, from)) ?? siblingUri(problem, from), siblingUri(problem, to)),
    );
  }
  if (changes.length === 0) return undefined;
  return confirm
    ? previewed(changes, title, uris.get(problem.file) ?? siblingUri(problem, problem.path))
    : { documentChanges: changes };
}

/** Keys of change annotations: of the edits, and of the edit that makes the editor show a preview. */
const CHANGE = 'memdir';
const SHOW = 'memdir-show';

/** The part that needs confirmation creates the file with the problem, which exists: VS Code leaves such parts unchecked in its preview. */
function previewed(
  changes: readonly (TextDocumentEdit | CreateFile | RenameFile)[],
  label: string,
  uri: string,
): WorkspaceEdit {
  return {
    documentChanges: [CreateFile.create(uri, { ignoreIfExists: true }, SHOW), ...changes],
    changeAnnotations: {
      [CHANGE]: { label, needsConfirmation: false },
      [SHOW]: { label, needsConfirmation: true },
    },
  };
}

async function quickFixes(
  problem: LocatedProblem,
  shown: ShownProblems,
  documents: OpenDocuments,
): Promise<CodeAction[]> {
  const actions = problem.fixes.map(async (fix): Promise<CodeAction | undefined> => {
    const edit = await workspaceEdit(problem, fix, shown, documents);
    return (
      edit && {
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toDiagnostic(problem)],
        isPreferred: fix.preferred,
        edit,
      }
    );
  });
  return (await Promise.all(actions)).filter((action) => action !== undefined);
}

/** Problems that a look decides rather than an edit. */
const REVIEWED: ReadonlySet<ProblemCode> = new Set(['stale', 'contradiction', 'near-duplicate', 'cited-path-missing']);

/** The way into the review, at the memory. */
function reviewAction(problems: readonly LocatedProblem[]): CodeAction[] {
  const some = problems.filter(({ code }) => REVIEWED.has(code));
  const [first] = some;
  if (first === undefined) return [];
  const title = t('Review this memory…');
  return [
    {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: some.map(toDiagnostic),
      command: Command.create(title, 'memdir.review' satisfies CommandId, { path: first.file }),
    },
  ];
}

async function fixAll(shown: ShownProblems, documents: OpenDocuments): Promise<CodeAction[]> {
  const fixes = shown.problems.map((problem) => safeFix(problem.fixes)).filter((fix) => fix !== undefined);
  const [problem] = shown.problems;
  if (!problem || fixes.length === 0) return [];
  const edit = await workspaceEdit(problem, mergeFixes(fixes), shown, documents);
  return edit ? [{ title: t('Apply all safe fixes in this file'), kind: FIX_ALL_KIND, edit }] : [];
}

/** Quick fixes for a range, from the problems of exactly the text in the editor. */
export async function codeActions(
  params: CodeActionParams,
  shown: ShownProblems | undefined,
  documents: OpenDocuments,
): Promise<CodeAction[]> {
  if (!shown) return [];
  const { only } = params.context;
  const actions: CodeAction[] = [];
  if (wants(only, CodeActionKind.QuickFix)) {
    const touched = shown.problems.filter((problem) => touches(problem.range, params.range));
    actions.push(...(await Promise.all(touched.map((problem) => quickFixes(problem, shown, documents)))).flat());
    actions.push(...reviewAction(touched));
  }
  if (wants(only, FIX_ALL_KIND)) actions.push(...(await fixAll(shown, documents)));
  for (const { edit } of actions) if (edit) await documents.ages.offer(edit);
  return actions;
}
