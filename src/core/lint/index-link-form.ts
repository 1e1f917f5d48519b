import type { IndexEntry, IndexFile } from '../index/index-file.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { linkTarget, retarget } from '../index/retarget.js';
import { t } from '../l10n.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { Finding, IndexRule } from './rule.js';

/** The file exists, but the link does not have the form that Claude Code's index uses. */
export const indexLinkForm: IndexRule = {
  code: 'index-link-form',
  severity: 'info',
  on: 'index',
  *check(index, store) {
    const resolved = resolvedEntries(store);
    const linked = new Set<string>();
    for (const { entry, at } of resolved) if (at.found !== undefined && isLink(entry)) linked.add(at.found);
    for (const { entry, at } of resolved) {
      if (at.found === undefined) continue;
      if (!isLink(entry)) {
        if (linked.has(at.found)) continue;
        linked.add(at.found);
        yield reference(entry, at.found, index);
      } else if (entry.form === 'raw-space') {
        yield finding(
          entry,
          at.found,
          index,
          t(
            'Link target contains a space, so Markdown doesn’t treat it as a link. Claude Code may look only for the part before the space. Put it in angle brackets.',
          ),
          t('Put the target in angle brackets'),
        );
      } else if (at.how === 'extension') {
        yield finding(
          entry,
          at.found,
          index,
          t(
            'Link target has no extension. The file is {path}, and Claude Code opens names as written. Add the extension.',
            {
              path: at.found,
            },
          ),
          t('Change to {name}', { name: at.found }),
        );
      }
    }
  },
};

const isLink = (entry: IndexEntry): boolean => entry.form === 'markdown' || entry.form === 'raw-space';

function finding(entry: IndexEntry, path: string, index: IndexFile, message: string, title: string): Finding {
  return {
    range: entry.targetRange,
    severity: 'warning',
    message,
    fixes: [fix(title, index.source.path, [retarget(entry, path, index.lines)], { safe: true, preferred: true })],
  };
}

/** A file that the index names only in a wiki link or in back-ticks. */
function reference(entry: IndexEntry, path: string, index: IndexFile): Finding {
  const title = entry.title.replace(/\.md$/i, '').replace(/[[\]]/g, '');
  return {
    range: entry.linkRange,
    message: t(
      'No link: {path} is only mentioned. Claude Code writes entries as [title](file.md) and may not follow this one. Make it a link.',
      { path },
    ),
    fixes: [
      fix(
        t('Link to {name}', { name: path }),
        index.source.path,
        [replace(entry.linkRange, `[${title}](${linkTarget(path)})`)],
        {
          preferred: true,
        },
      ),
    ],
  };
}
