/** What models are told about the form of their reply. */

export const jsonInstruction = (schema: object): string =>
  `Answer with one JSON object and nothing else. It must match this JSON schema: ${JSON.stringify(schema)}`;
