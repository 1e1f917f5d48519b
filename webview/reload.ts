/** What a view loads by itself, and again when memories changed while it is shown. */
import type { Panel } from './shell/view.js';

export interface Reload {
  /** To be called when the view is shown. */
  shown(): void;
  /** Loads in any case. */
  now(): void;
}

/** @param room of the view: in a hidden tab it is not laid out */
export function reloading(panel: Panel, room: HTMLElement, load: () => Promise<void>): Reload {
  let [isStale, isLoading] = [true, false];
  const run = (): void => {
    if (isLoading) return;
    [isStale, isLoading] = [false, true];
    load()
      .catch(panel.fail)
      .finally(() => {
        isLoading = false;
        if (isStale && room.offsetParent !== null) run();
      });
  };
  panel.onMemories(() => {
    isStale = true;
    if (room.offsetParent !== null) run();
  });
  return {
    shown: () => {
      if (isStale) run();
    },
    now: () => {
      isStale = true;
      run();
    },
  };
}
