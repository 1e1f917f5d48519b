/** The views in the order of their tabs. */
import { budgetView } from './budget/budget-view.js';
import { searchView } from './search/search-view.js';
import type { View } from './shell/view.js';
import { tableView } from './table/table-view.js';

export const VIEWS: readonly View[] = [tableView, searchView, budgetView];
