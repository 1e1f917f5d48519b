#!/usr/bin/env node
/** Entry of the bundle. Nothing else is loaded before the version of Node is known to do. */
const MINIMUM = 22;

async function start(): Promise<void> {
  const [{ run }, { openMemdir }] = await Promise.all([import('./run.js'), import('../node/open.js')]);
  process.exitCode = await run(process.argv.slice(2), (request) => openMemdir({ ...request, distDir: __dirname, env: process.env }));
}

if (Number(process.versions.node.split('.')[0]) < MINIMUM) {
  process.stderr.write(`memdir: Node ${MINIMUM} or newer is needed, this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and run memdir again.\n`);
  process.exitCode = 2;
} else {
  start().catch((error: unknown) => {
    process.stderr.write(`memdir: ${error instanceof Error ? error.message : String(error)} Install memdir again.\n`);
    process.exitCode = 2;
  });
}

export {};
