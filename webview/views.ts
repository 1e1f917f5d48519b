/** The views in the order of their tabs. */
import { budgetView } from './budget/budget-view.js';
import { healthView } from './health/health-view.js';
import { mapView } from './map/map-view.js';
import { reviewView } from './review/review-view.js';
import { searchView } from './search/search-view.js';
import type { View } from './shell/view.js';
import { tableView } from './table/table-view.js';
import { timelineView } from './timeline/timeline-view.js';

export const VIEWS: readonly View[] = [
  tableView,
  searchView,
  budgetView,
  timelineView,
  mapView,
  reviewView,
  healthView,
];
