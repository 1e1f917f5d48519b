/** Requests and notifications that clients send to the host, each declared once in `requests/` with the schema of its parameters and its call. */
import { budgetRequests } from './requests/budget.js';
import { captureRequests } from './requests/capture.js';
import { connectRequests } from './requests/connect.js';
import { dreamRequests } from './requests/dream.js';
import { inboxRequests } from './requests/inbox.js';
import { injectRequests } from './requests/inject.js';
import { lintRequests } from './requests/lint.js';
import { loadedRequests } from './requests/loaded.js';
import { mapRequests } from './requests/map.js';
import { modelRequests } from './requests/models.js';
import { reviewRequests } from './requests/review.js';
import { searchRequests } from './requests/search.js';
import { searchIndexRequests } from './requests/search-index.js';
import { storeRequests } from './requests/stores.js';
import { teamRequests } from './requests/team.js';
import { timelineRequests } from './requests/timeline.js';
import { toolRequests } from './requests/tools.js';
import { treeNotifications, treeRequests } from './requests/tree.js';
import { workspaceNotifications } from './requests/workspace.js';
import { writeRequests } from './requests/write.js';

/** Requests that clients send to the host, by the name behind `memdir/`. */
export const hostRequests = {
  ...treeRequests,
  ...searchRequests,
  ...injectRequests,
  ...loadedRequests,
  ...writeRequests,
  ...toolRequests,
  ...inboxRequests,
  ...captureRequests,
  ...dreamRequests,
  ...reviewRequests,
  ...teamRequests,
  ...timelineRequests,
  ...mapRequests,
  ...lintRequests,
  ...budgetRequests,
  ...searchIndexRequests,
  ...storeRequests,
  ...modelRequests,
  ...connectRequests,
};

/** Notifications that clients send to the host. */
export const hostNotifications = { ...treeNotifications, ...workspaceNotifications };
