/** Installs what the tests in VS Code run on, when it is not there, and says what it is. */
import { main } from '../lib/project.mjs';
import { bedVersion, ensureBed, ensureBrowser } from './install.mjs';

await main(async () => {
  const browser = ensureBrowser();
  console.log(`VS Code ${bedVersion(ensureBed())}, ${browser}`);
});
