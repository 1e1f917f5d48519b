/** Reads what the entry needs from a command line before it loads the argument parser. */

/** Common flags with a value as a separate argument. */
const WITH_VALUE = ['--dir', '--data-dir'];

/** Index of the command's name, which common flags may precede. -1 without a command. */
export function commandIndex(args: readonly string[]): number {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (WITH_VALUE.includes(word)) at++;
    else if (!word.startsWith('-')) return at;
  }
  return -1;
}

/** The event of a hook, and the data folder if there is one. */
export function hookArguments(args: readonly string[]): { readonly event: string; readonly dataDir?: string } {
  const rest = args.slice(commandIndex(args) + 1);
  const event = rest[commandIndex(rest)] ?? '';
  const at = args.indexOf('--data-dir');
  const dataDir =
    at >= 0 ? args[at + 1] : args.find((word) => word.startsWith('--data-dir='))?.slice('--data-dir='.length);
  return { event, ...(dataDir === undefined ? {} : { dataDir }) };
}
