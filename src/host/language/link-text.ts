/** How links to a memory are written. */

/** Path of a file of a store as a link in another file of it writes it: told from that file's folder. */
export function relativePath(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++;
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/');
}

/** Whether a text can stand between the brackets of a wiki link as a whole. */
export const isWikiSafe = (text: string): boolean => text.trim() === text && text !== '' && !/[\][|#\r\n]/.test(text);
