/** The Gemini API, as far as Gemini CLI uses it. */
import { nextStep, offeredName, type Scene, type Turn } from './script.mjs';
import type { Answer, Dialect } from './server.mjs';

interface Part {
  readonly text?: string;
  readonly functionResponse?: unknown;
}
interface GenerateRequest {
  readonly contents?: readonly { readonly role?: string; readonly parts?: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly generationConfig?: { readonly responseMimeType?: string; readonly responseJsonSchema?: unknown };
}

/** What the client's own questions, such as which model is to answer, are answered with. */
const ROUTED = JSON.stringify({
  reasoning: 'stub',
  model_choice: 'flash',
  complexity_score: 1,
  complexity_reasoning: 'stub',
});

const turnsOf = ({ contents = [] }: GenerateRequest): Turn[] =>
  contents
    .filter(({ role }) => role !== 'model')
    .flatMap(({ parts = [] }): Turn[] => [
      ...parts.filter(({ functionResponse }) => functionResponse !== undefined).map(() => 'result' as const),
      { prompt: parts.map(({ text = '' }) => text).join('\n') },
    ]);

function generate(request: GenerateRequest, scenes: readonly Scene[]): unknown {
  const { generationConfig, tools = [] } = request;
  const wantsJson = generationConfig?.responseMimeType === 'application/json' || generationConfig?.responseJsonSchema;
  const step = wantsJson ? { say: ROUTED } : nextStep(turnsOf(request), scenes);
  const offered = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
  const part =
    'tool' in step ? { functionCall: { name: offeredName(step.tool, offered), args: step.input } } : { text: step.say };
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
    modelVersion: 'stub',
  };
}

export const gemini: Dialect = {
  answer: (path, body, scenes): Answer | undefined => {
    if (path.endsWith(':countTokens')) return { json: { totalTokens: 10 } };
    if (path.endsWith(':generateContent')) return { json: generate(body as GenerateRequest, scenes) };
    return path.endsWith(':streamGenerateContent')
      ? { events: `data: ${JSON.stringify(generate(body as GenerateRequest, scenes))}\n\n` }
      : undefined;
  },
};
