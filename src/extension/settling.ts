/** While the model starts or vectors are being prepared a question is asked again, so that hits by meaning appear by themselves: after so many milliseconds, and so often at most. */
export const AGAIN_MS = 1500;
export const AGAIN_TIMES = 20;
