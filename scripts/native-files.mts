/** Refuses dependencies whose native files hold addresses of services or could reach the network (see lib/native-files). Part of `npm run check`. */
import path from 'node:path';

import { productionPackages, refusedFiles } from './lib/native-files.mjs';
import { main, root } from './lib/project.mjs';

await main(async () => {
  const refused = productionPackages().flatMap((folder) => refusedFiles(path.join(root, folder), root));
  for (const line of refused) console.error(line);
  if (refused.length > 0) process.exitCode = 1;
});
