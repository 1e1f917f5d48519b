/** The editor's language model at the host: a hook asks the host, which asks the editor. */
import { describe, expect, it } from 'vitest';
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver-protocol/node';

import type { ChatQuestion } from '../../src/core/ports/chat-model.js';
import { askEditor } from '../../src/host/editor-model.js';
import { askHost, findHost } from '../../src/node/discovery.js';
import { readRecallAnswer } from '../../src/protocol/hooks.js';
import { memoryText, until } from '../support/service.js';
import type { Client } from './client.js';
import { type Place, place, start } from './support.js';

describe('the language model of the editor', () => {
  const PROMPT = 'How do we deploy the billing service to production?';
  /** Asks the host as a hook does. */
  async function recall(at: Place): Promise<string> {
    await until('the host can be asked', () => findHost(at.dataDir, at.project) !== undefined);
    const address = findHost(at.dataDir, at.project);
    return address === undefined
      ? ''
      : (readRecallAnswer(
          await askHost(address, '/recall', { prompt: PROMPT, session: '', cwd: at.project, deadline: 20_000 }, 30_000),
        )?.text ?? '');
  }
  async function editor(
    answer: (question: ChatQuestion) => string | Promise<string>,
  ): Promise<{ at: Place; client: Client }> {
    const at = await place();
    await at.write(
      'deploy.md',
      memoryText({
        name: 'deploy-billing-production',
        description: 'How the billing service is deployed to production',
        type: 'feedback',
        body: 'Deploy the billing service to production with ship prod.',
      }),
    );
    await at.write(
      'palette.md',
      memoryText({ name: 'palette', description: 'Colours of the landing page', body: 'Teal.' }),
    );
    const client = await start(
      at,
      { 'inject.select': 'model', 'model.provider': 'editor', 'inject.wait': 8_000 },
      { serve: true },
    );
    client.onRequest('askModel', async (question) => ({ text: await answer(question) }));
    return { at, client };
  }

  it('selects memories for a hook by names and descriptions', async () => {
    const asked: ChatQuestion[] = [];
    const { at } = await editor((question) => {
      asked.push(question);
      return '```json\n{"files": ["palette.md"]}\n```';
    });
    const text = await recall(at);
    expect(text).toContain('Teal.');
    expect(text).not.toContain('ship prod');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toContain('Colours of the landing page');
    expect(asked[0]?.text).not.toContain('Teal');
  });

  it.each<[string, (question: ChatQuestion) => string]>([
    ['names a file it was not offered', () => '{"files":["../../etc/passwd"]}'],
    ['talks', () => 'Sure! palette.md it is.'],
    [
      'may not be asked',
      () => {
        throw new ResponseError(LSPErrorCodes.RequestFailed, 'Memdir may not use the language model.');
      },
    ],
  ])('falls back to search when it %s', async (_, answer) => {
    const { at, client } = await editor(answer);
    expect(await recall(at)).toContain('ship prod');
    await until('the reason is in the log', () => client.log.some((line) => line.includes('No model chose memories')));
  });

  it('is unavailable and cancelled after its timeout', async () => {
    let stopped = false;
    const ask = askEditor(
      {
        sendRequest: (...sent: unknown[]) =>
          new Promise<never>((_, reject) =>
            (sent[2] as CancellationToken).onCancellationRequested(() => {
              stopped = true;
              reject(new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled.'));
            }),
          ),
      },
      20,
    );
    await expect(ask({ system: '', text: '', schema: {}, mostTokens: 10 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('in time') as string,
    });
    expect(stopped).toBe(true);
  });

  it.each([
    ['declined', 'declined'],
    ['unavailable', 'unavailable'],
    ['anything', 'unavailable'],
  ])('answers %s as %s', async (code, expected) => {
    const ask = askEditor({
      sendRequest: () =>
        Promise.reject(new ResponseError(LSPErrorCodes.RequestFailed, 'No.', { code, message: 'No.' })),
    });
    await expect(ask({ system: '', text: '', schema: {}, mostTokens: 10 })).rejects.toMatchObject({
      code: expected,
      message: 'No.',
    });
  });
});
