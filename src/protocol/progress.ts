/** Work done token under which `memdir/rebuild` reports its progress. */
export const REBUILD_TOKEN = 'memdir/rebuild';

/** The same of `memdir/ollamaPull`. */
export const PULL_TOKEN = 'memdir/ollamaPull';
