/** The explorer panel: the state of the memories at a glance, one tab for each view. */
import './main.css';

import { readPage } from './shell/page-data.js';
import { startShell } from './shell/shell.js';
import { registerComponents } from './toolkit.js';
import { VIEWS } from './views.js';

const { kept, memories } = readPage();
registerComponents();
startShell(VIEWS, kept, memories);
