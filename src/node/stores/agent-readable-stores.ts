/** Stores as agents are given them where nothing else of Memdir is opened: in a folder that is trusted only where a person said so, without links out of projects. */
import type { RootScope } from '../../core/ports/roots.js';
import type { ServicePorts } from '../../service/ports.js';
import { createFiles, type FilesOptions } from '../files/memory-files.js';
import { createTrustRecords } from '../trust/trust-records.js';
import { partsIn } from './agent-stores.js';
import { readingBy } from './link-policy.js';
import { createRoots, createRootsContext, linksOf, type RootsOptions } from './roots.js';

export function storesForAgents(
  options: RootsOptions & { readonly dataDir: string },
  scope: RootScope,
  files: Pick<FilesOptions, 'blocking'> = {},
): Pick<ServicePorts, 'roots' | 'files'> {
  const shared = { ...options, trust: createTrustRecords(options), forAgents: true };
  const context = createRootsContext(shared)(scope);
  const links = linksOf(shared, scope, context);
  return {
    roots: createRoots(shared),
    files: createFiles({ dataDir: options.dataDir, ...readingBy(links), partsOf: partsIn(context), ...files }),
  };
}
