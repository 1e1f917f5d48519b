import { citedPathMissing } from './cited-path-missing.js';
import { cloudOnly } from './cloud-only.js';
import { contradiction } from './contradiction.js';
import { derivable } from './derivable.js';
import { descriptionLong } from './description-long.js';
import { descriptionMissing } from './description-missing.js';
import { descriptionVague } from './description-vague.js';
import { duplicateAcrossAgents } from './duplicate-across-agents.js';
import { emptyBody } from './empty-body.js';
import { frontmatterCommentCut } from './frontmatter-comment-cut.js';
import { frontmatterDouble } from './frontmatter-double.js';
import { frontmatterExecutable } from './frontmatter-executable.js';
import { frontmatterLong } from './frontmatter-long.js';
import { frontmatterMissing } from './frontmatter-missing.js';
import { frontmatterUnclosed } from './frontmatter-unclosed.js';
import { frontmatterValueType } from './frontmatter-value-type.js';
import { frontmatterYaml } from './frontmatter-yaml.js';
import { howToApplyMissing } from './how-to-apply-missing.js';
import { indexConflictMarker } from './index-conflict-marker.js';
import { indexContent } from './index-content.js';
import { indexDrift } from './index-drift.js';
import { indexDuplicate } from './index-duplicate.js';
import { indexEntryLong } from './index-entry-long.js';
import { indexEntryNotLoaded } from './index-entry-not-loaded.js';
import { indexLines } from './index-lines.js';
import { indexLinkForm } from './index-link-form.js';
import { indexLinkOutside } from './index-link-outside.js';
import { indexMissing } from './index-missing.js';
import { indexMissingTarget } from './index-missing-target.js';
import { indexNameCase } from './index-name-case.js';
import { indexNearLimit } from './index-near-limit.js';
import { indexOrphan } from './index-orphan.js';
import { indexSize } from './index-size.js';
import { instructionLike } from './instruction-like.js';
import { invisibleCharacters } from './invisible-characters.js';
import { memoryNotLoaded } from './memory-not-loaded.js';
import { mergeConflict } from './merge-conflict.js';
import { nameDiffers } from './name-differs.js';
import { nameDuplicate } from './name-duplicate.js';
import { nameMissing } from './name-missing.js';
import { nearDuplicate } from './near-duplicate.js';
import { notUtf8 } from './not-utf8.js';
import { overInjectionLimit } from './over-injection-limit.js';
import { relativeDate } from './relative-date.js';
import type { Rule } from './rule.js';
import { secret } from './secret.js';
import { sessionExpiring } from './session-expiring.js';
import { stale } from './stale.js';
import { strayFile } from './stray-file.js';
import { symlinkOutside } from './symlink-outside.js';
import { syncCopy } from './sync-copy.js';
import { tooManyFiles } from './too-many-files.js';
import { typeFolder } from './type-folder.js';
import { typeMissing } from './type-missing.js';
import { typeScope } from './type-scope.js';
import { typeUnknown } from './type-unknown.js';
import { unreadable } from './unreadable.js';
import { whyMissing } from './why-missing.js';
import { wikilinkUnresolved } from './wikilink-unresolved.js';

/** All rules in the order of the documentation. */
export const RULES: readonly Rule[] = [
  indexMissing,
  indexLines,
  indexSize,
  indexNearLimit,
  indexEntryNotLoaded,
  indexEntryLong,
  indexContent,
  indexDuplicate,
  indexMissingTarget,
  indexOrphan,
  indexLinkOutside,
  indexLinkForm,
  indexDrift,
  indexConflictMarker,
  indexNameCase,
  frontmatterMissing,
  frontmatterUnclosed,
  frontmatterDouble,
  frontmatterYaml,
  frontmatterCommentCut,
  frontmatterExecutable,
  frontmatterValueType,
  frontmatterLong,
  nameMissing,
  nameDuplicate,
  nameDiffers,
  descriptionMissing,
  descriptionLong,
  descriptionVague,
  typeMissing,
  typeUnknown,
  typeFolder,
  typeScope,
  whyMissing,
  howToApplyMissing,
  relativeDate,
  wikilinkUnresolved,
  citedPathMissing,
  stale,
  overInjectionLimit,
  emptyBody,
  nearDuplicate,
  contradiction,
  derivable,
  secret,
  invisibleCharacters,
  instructionLike,
  notUtf8,
  symlinkOutside,
  mergeConflict,
  unreadable,
  cloudOnly,
  tooManyFiles,
  syncCopy,
  strayFile,
  memoryNotLoaded,
  sessionExpiring,
  duplicateAcrossAgents,
];
