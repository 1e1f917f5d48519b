/** The text that a value in Base64 (also of URLs) stands for; undefined where it is not one line or several of printable ASCII. */
export function decodeBase64(value: string): string | undefined {
  const plain = value
    .replace(/[\s=]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  if (plain.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(plain) || !isText(plain.slice(0, 24))) return undefined;
  const text = atob(plain);
  return PRINTABLE.test(text) ? text : undefined;
}

const PRINTABLE = /^[\t\n\r\x20-\x7e]*$/;

const isText = (start: string): boolean => PRINTABLE.test(atob(start.slice(0, start.length - (start.length % 4))));
