/** Environment variable with the key of a server that answers as OpenAI's does. */
export const MODEL_KEY_VARIABLE = 'MEMDIR_MODEL_API_KEY';
