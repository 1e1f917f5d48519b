/**
 * Another program that writes into files of a store, as an agent does: `node writer.mts append|replace MILLISECONDS FILE …`. Ends with its standard
 * input, and prints how many lines it has written to each file.
 */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const [mode, pause = '', ...files] = process.argv.slice(2);
let count = 0;
const timer = setInterval(() => {
  count++;
  for (const file of files) {
    const line = `- seen ${count} at the end.\n`;
    if (mode === 'append') appendFileSync(file, line);
    else {
      const before = readFileSync(file, 'utf8');
      writeFileSync(`${file}.tmp.${process.pid}`, before + (before.endsWith('\n') ? '' : '\n') + line);
      renameSync(`${file}.tmp.${process.pid}`, file);
    }
  }
}, Number(pause));
process.stdin.on('end', () => {
  clearInterval(timer);
  console.log(count);
});
process.stdin.resume();
console.log('ready');
