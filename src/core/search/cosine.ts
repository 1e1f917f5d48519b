/** Cosine of two vectors of unit length: their dot product. */
export function cosine(a: Float32Array, b: Float32Array): number {
  // Four sums at once, because each addition waits for the one before.
  let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
  const fours = a.length & ~3;
  for (let i = 0; i < fours; i += 4) {
    sumA += (a[i] as number) * (b[i] as number);
    sumB += (a[i + 1] as number) * (b[i + 1] as number);
    sumC += (a[i + 2] as number) * (b[i + 2] as number);
    sumD += (a[i + 3] as number) * (b[i + 3] as number);
  }
  for (let i = fours; i < a.length; i++) sumA += (a[i] as number) * (b[i] as number);
  return sumA + sumB + sumC + sumD;
}
