import type { Settings } from '../protocol/settings.js';
import type { ServiceSettings } from '../service/memdir.js';

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
