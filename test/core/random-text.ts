/** Pseudo-random characters, the same in every run: this file contains no value that looks live. */
export function randomText(
  length: number,
  alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
): string {
  let [text, state] = ['', 20_261];
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += alphabet.charAt((state >>> 12) % alphabet.length);
  }
  return text;
}
