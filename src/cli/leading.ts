/** What the entry must know of a command line before it loads anything that reads command lines. */

/** Common flags that take a value as a word of its own. */
const WITH_VALUE = ['--dir', '--data-dir'];

/** Where the name of the command stands: flags that every command takes may come before it. -1 without a command. */
export function commandIndex(args: readonly string[]): number {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (WITH_VALUE.includes(word)) at++;
    else if (!word.startsWith('-')) return at;
  }
  return -1;
}

/** The event a hook is started for, and the data folder where the command line names one. */
export function hookArguments(args: readonly string[]): { readonly event: string; readonly dataDir?: string } {
  const rest = args.slice(commandIndex(args) + 1);
  const event = rest[commandIndex(rest)] ?? '';
  const at = args.indexOf('--data-dir');
  const dataDir =
    at >= 0 ? args[at + 1] : args.find((word) => word.startsWith('--data-dir='))?.slice('--data-dir='.length);
  return { event, ...(dataDir === undefined ? {} : { dataDir }) };
}
