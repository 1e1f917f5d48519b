import { descriptionLong } from './description-long.js';
import { descriptionMissing } from './description-missing.js';
import { emptyBody } from './empty-body.js';
import { frontmatterCommentCut } from './frontmatter-comment-cut.js';
import { frontmatterExecutable } from './frontmatter-executable.js';
import { frontmatterMissing } from './frontmatter-missing.js';
import { frontmatterUnclosed } from './frontmatter-unclosed.js';
import { frontmatterValueType } from './frontmatter-value-type.js';
import { frontmatterYaml } from './frontmatter-yaml.js';
import { indexConflictMarker } from './index-conflict-marker.js';
import { indexDuplicate } from './index-duplicate.js';
import { indexEntryNotLoaded } from './index-entry-not-loaded.js';
import { indexLines } from './index-lines.js';
import { indexLinkForm } from './index-link-form.js';
import { indexLinkOutside } from './index-link-outside.js';
import { indexMissingTarget } from './index-missing-target.js';
import { indexNameCase } from './index-name-case.js';
import { indexNearLimit } from './index-near-limit.js';
import { indexOrphan } from './index-orphan.js';
import { indexSize } from './index-size.js';
import { mergeConflict } from './merge-conflict.js';
import { nameMissing } from './name-missing.js';
import { notUtf8 } from './not-utf8.js';
import type { Rule } from './rule.js';
import { typeMissing } from './type-missing.js';
import { typeUnknown } from './type-unknown.js';
import { unreadable } from './unreadable.js';
import { wikilinkUnresolved } from './wikilink-unresolved.js';

/** Every rule there is, in the order of the documentation. */
export const RULES: readonly Rule[] = [
  indexLines, indexSize, indexNearLimit, indexEntryNotLoaded, indexDuplicate, indexMissingTarget, indexOrphan, indexLinkOutside, indexLinkForm,
  indexConflictMarker, indexNameCase,
  frontmatterMissing, frontmatterUnclosed, frontmatterYaml, frontmatterCommentCut, frontmatterExecutable, frontmatterValueType,
  nameMissing, descriptionMissing, descriptionLong, typeMissing, typeUnknown,
  wikilinkUnresolved, emptyBody, notUtf8, mergeConflict, unreadable,
];
