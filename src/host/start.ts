/** First file of the background host: it does nothing but load the rest, which is compiled only once. */
import { join } from 'node:path';

import { keepCompiled } from '../node/compile-cache.js';

keepCompiled(process.env);
// eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is known where its compiled form is kept
require(join(__dirname, 'background.js'));
