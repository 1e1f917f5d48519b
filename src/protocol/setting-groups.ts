/** Groups of the settings page, in order: what people set first, what only experts need last. */
import { type SettingKey, SETTINGS } from './settings.js';

export interface SettingGroup {
  readonly id: string;
  readonly title: string;
  readonly keys: readonly SettingKey[];
}

const GROUPS = [
  {
    id: 'memories',
    title: 'Memories',
    keys: ['directories', 'claudeConfigDir', 'agents', 'tree.groupBy', 'tree.sortBy', 'lint.rules', 'review.remind'],
  },
  {
    id: 'agents',
    title: 'Connected agents',
    keys: [
      'inject.enabled',
      'capture.enabled',
      'capture.autoAccept',
      'extract.everyTurns',
      'dream.enabled',
      'mcp.enabled',
      'background.enabled',
    ],
  },
  {
    id: 'models',
    title: 'Models',
    keys: [
      'embedding.provider',
      'embedding.modelPath',
      'embedding.model',
      'ollama.url',
      'model.provider',
      'model.name',
      'model.url',
    ],
  },
  { id: 'team', title: 'Team memory', keys: [] },
  {
    id: 'expert',
    title: 'Expert',
    keys: [
      'types',
      'levels.multipliers',
      'search.rerank',
      'search.rerank.url',
      'search.rerank.model',
      'search.fusion',
      'search.threshold',
      'embedding.runtime',
      'inject.select',
      'inject.deadline',
      'inject.wait',
      'capture.longestText',
      'capture.dailyObservations',
      'capture.dailyTokens',
      'recall.showScores',
      'trace.server',
    ],
  },
] as const satisfies readonly SettingGroup[];

const listed = new Set<string>(GROUPS.flatMap(({ keys }) => keys));

/** Every setting is in one group: what is named above, those of the team by their name, and the others are for experts. */
export const SETTING_GROUPS: readonly SettingGroup[] = GROUPS.map(({ id, title, keys }) => ({
  id,
  title,
  keys: [
    ...keys,
    ...(Object.keys(SETTINGS) as SettingKey[]).filter(
      (key) => !listed.has(key) && (key.startsWith('team.') ? id === 'team' : id === 'expert'),
    ),
  ],
}));
