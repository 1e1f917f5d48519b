import type { ServiceSettings } from '../core/memdir.js';
import type { Settings } from '../protocol/settings.js';

/** The settings of the service. */
export const toServiceSettings = (settings: Settings): ServiceSettings => ({
  fusion: settings['search.fusion'],
  threshold: settings['search.threshold'],
  rerank: settings['search.rerank'],
  capture: {
    autoAccept: settings['capture.autoAccept'],
    everyTurns: settings['extract.everyTurns'],
    longestText: settings['capture.longestText'],
  },
  select: settings['inject.select'],
  rerankServer: { url: settings['search.rerank.url'], model: settings['search.rerank.model'] },
  levelMultipliers: settings['levels.multipliers'],
  rules: settings['lint.rules'],
  types: settings.types,
});

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment in which Claude Code's files are found: the setting `claudeConfigDir` goes before the variable. */
export const claudeEnvironment = ({ claudeConfigDir }: Settings, env: Environment): Environment =>
  claudeConfigDir === '' ? env : { ...env, CLAUDE_CONFIG_DIR: claudeConfigDir };
