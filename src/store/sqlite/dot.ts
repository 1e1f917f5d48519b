/**
 * Product of a question with the vector that starts at `from`. Four sums at once, because each addition waits for the one before;
 * the question in doubles, because each product is one anyway.
 */
export function dot(question: Float64Array, vectors: Float32Array, from: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const fours = question.length & ~3;
  let i = 0;
  for (let at = from; i < fours; i += 4, at += 4) {
    a += (question[i] as number) * (vectors[at] as number);
    b += (question[i + 1] as number) * (vectors[at + 1] as number);
    c += (question[i + 2] as number) * (vectors[at + 2] as number);
    d += (question[i + 3] as number) * (vectors[at + 3] as number);
  }
  for (; i < question.length; i++) a += (question[i] as number) * (vectors[from + i] as number);
  return a + b + c + d;
}
