/** The tags around recalled memories, and texts without them. */

/** No memory text can contain these tags: `neutralize` escapes them. */
export const RECALLED_OPEN = '<recalled-memories>';
export const RECALLED_CLOSE = '</recalled-memories>';

/** Removes memories that were recalled into a text: they are neither part of a question nor new facts. Linear. */
export function withoutRecalled(text: string): string {
  let result = '';
  let at = 0;
  for (let open = text.indexOf(RECALLED_OPEN); open >= 0; open = text.indexOf(RECALLED_OPEN, at)) {
    result += text.slice(at, open);
    const close = text.indexOf(RECALLED_CLOSE, open);
    at = close < 0 ? text.length : close + RECALLED_CLOSE.length;
  }
  return result + text.slice(at);
}
