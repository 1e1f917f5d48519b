import { OllamaFailure } from './server.js';

/** Copies of length 1. Throws a `garbled` failure for one of other dimensions, without direction, or not of numbers. */
export function toUnitVectors(vectors: readonly (readonly number[])[], dimensions: number): Float32Array[] {
  return vectors.map((vector) => {
    if (vector.length !== dimensions)
      throw new OllamaFailure('garbled', `a vector has ${vector.length} dimensions instead of ${dimensions}`);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (!(length > 0) || !Number.isFinite(length)) throw new OllamaFailure('garbled', 'a vector has no direction');
    return Float32Array.from(vector, (value) => value / length);
  });
}
