/** The answers of the review, each with its key. */
import { t } from '../../core/l10n.js';

export type ReviewAction = 'still-true' | 'edit' | 'merge' | 'supersede' | 'forget' | 'later' | 'undo';

export interface ActionRow {
  readonly action: ReviewAction;
  /** A letter that answers at once. */
  readonly key: string;
  readonly icon: string;
  readonly label: string;
  readonly detail: string;
}

export const reviewActions = (canUndo: boolean): readonly ActionRow[] => [
  { action: 'still-true', key: 's', icon: 'check', label: t('Still true'), detail: t('Set its date to today') },
  { action: 'edit', key: 'e', icon: 'edit', label: t('Edit'), detail: t('Open the file') },
  { action: 'merge', key: 'm', icon: 'git-merge', label: t('Merge…'), detail: t('Add its text to another memory') },
  {
    action: 'supersede',
    key: 'u',
    icon: 'replace-all',
    label: t('Supersede…'),
    detail: t('Another memory replaces it'),
  },
  { action: 'forget', key: 'f', icon: 'trash', label: t('Forget'), detail: t('You can restore it later') },
  { action: 'later', key: 'l', icon: 'clock', label: t('Later'), detail: t('Show it again in a week') },
  ...(canUndo
    ? [
        {
          action: 'undo',
          key: 'z',
          icon: 'discard',
          label: t('Undo'),
          detail: t('Undo the last answer'),
        } as const,
      ]
    : []),
];

export const actionOfKey = (typed: string, canUndo: boolean): ReviewAction | undefined =>
  reviewActions(canUndo).find(({ key }) => key === typed.trim().toLowerCase())?.action;
