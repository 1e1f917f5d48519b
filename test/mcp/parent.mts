/** A client that is killed while something else holds the other end of its server's standard input. */
import { spawn } from 'node:child_process';

const [cli = '', dir = ''] = process.argv.slice(2);
// The server's standard input is that of this process, which its own parent keeps open.
const server = spawn(process.execPath, [cli, 'mcp', '--dir', dir], { stdio: ['inherit', 'ignore', 'ignore'] });
process.stdout.write(`${server.pid}\n`);
setInterval(() => undefined, 1000);
