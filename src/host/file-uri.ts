import { URI } from 'vscode-uri';

/** Uri of a file by its absolute path. */
export const fileUri = (file: string): string => URI.file(file).toString();
