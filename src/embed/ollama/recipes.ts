/** Prefixes, languages and thresholds of embedding models in Ollama's library: Ollama itself does not know them. */

/** Raised when a change of this table changes the embedded text: older vectors are then no longer used. */
export const RECIPE_VERSION = 1;

export interface Recipe {
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  readonly languages: readonly string[];
  /** Cosine from which two memories are the same, and from which they are related. */
  readonly duplicate: number;
  readonly related: number;
}

const UNKNOWN: Recipe = { queryPrefix: '', passagePrefix: '', languages: ['*'], duplicate: 0.95, related: 0.8 };
const RETRIEVE = 'Represent this sentence for searching relevant passages: ';

const RECIPES: Readonly<Record<string, Partial<Recipe>>> = {
  'nomic-embed-text': { queryPrefix: 'search_query: ', passagePrefix: 'search_document: ', languages: ['en'] },
  'nomic-embed-text-v2-moe': { queryPrefix: 'search_query: ', passagePrefix: 'search_document: ' },
  'mxbai-embed-large': { queryPrefix: RETRIEVE, languages: ['en'] },
  'bge-large': { queryPrefix: RETRIEVE, languages: ['en'] },
  'snowflake-arctic-embed': { queryPrefix: RETRIEVE, languages: ['en'] },
  'snowflake-arctic-embed2': { queryPrefix: 'query: ' },
  'all-minilm': { languages: ['en'], duplicate: 0.92, related: 0.65 },
  embeddinggemma: { queryPrefix: 'task: search result | query: ', passagePrefix: 'title: none | text: ' },
  'qwen3-embedding': {
    queryPrefix: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:',
  },
};

/** @param name as Ollama has it, with or without owner and tag */
export function recipeOf(name: string): Recipe {
  const bare = (name.split('/').pop() ?? '').replace(/:.*$/, '').toLowerCase();
  return { ...UNKNOWN, ...(Object.hasOwn(RECIPES, bare) ? RECIPES[bare] : {}) };
}
