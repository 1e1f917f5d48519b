/** Buttons in the title of an editor that previews changes. */
import type { Feature } from '../feature.js';

export const previewCommands: Feature = {
  name: 'preview of changes',
  activate: ({ previews, command }) => [
    previews,
    command('memdir.applyPreview', async () => previews.answer(true)),
    command('memdir.discardPreview', async () => previews.answer(false)),
  ],
};
