/** What a stand-in for a model service plays: for the last prompt that a scene fits, its steps one by one, each after the result of the one before. */
export type Step =
  | { readonly say: string }
  /** `tool`: the end of its name, because clients put their own prefixes before names of MCP tools. */
  | { readonly tool: string; readonly input: unknown };

export interface Scene {
  readonly prompt: RegExp;
  readonly steps: readonly Step[];
}

/** A turn of a conversation as far as scripts care: what a person typed, or that a tool answered. */
export type Turn = { readonly prompt: string } | 'result';

export function nextStep(turns: readonly Turn[], scenes: readonly Scene[]): Step {
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at];
    if (turn === undefined || turn === 'result') continue;
    const scene = scenes.find(({ prompt }) => prompt.test(turn.prompt));
    if (scene !== undefined) return scene.steps[turns.slice(at).filter((each) => each === 'result').length] ?? DONE;
  }
  return DONE;
}

const DONE: Step = { say: 'Done.' };

/** The name under which a client offers a tool. */
export const offeredName = (tool: string, offered: readonly string[]): string =>
  offered.find((name) => name.endsWith(tool)) ?? tool;
