/** The views in the order of their tabs. */
import type { View } from './shell/view.js';
import { tableView } from './table/table-view.js';

export const VIEWS: readonly View[] = [tableView];
