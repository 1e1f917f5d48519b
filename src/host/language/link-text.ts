/** Texts of links. */

/** Relative path from the folder of `from` to `to`, both paths in a store. */
export function relativePath(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++;
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/');
}

/** Whether a text is a valid target of a wiki link. */
export const isWikiSafe = (text: string): boolean => text.trim() === text && text !== '' && !/[\][|#\r\n]/.test(text);
