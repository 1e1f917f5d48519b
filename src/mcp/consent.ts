/** Asks the user before a tool writes, where neither they nor their client agreed already. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type ElicitRequestFormParams,
  type ElicitResult,
  ElicitResultSchema,
} from '@modelcontextprotocol/sdk/types.js';

import { messageOf } from '../core/errors.js';
import { inLanguage, type LanguageBundle, t } from '../core/l10n.js';
import type { Log } from '../core/ports/log.js';
import { maskForDisplay } from '../core/secrets/secrets.js';
import { type ToolAnswer, type ToolInput, type ToolName, TOOLS, whereWords } from '../protocol/tools.js';
import { failed, previewTool } from '../service/tools/call-tool.js';
import { type ClientTraits, traitsOf } from './clients.js';
import type { McpEngine } from './engine.js';

export interface ConsentContext {
  readonly server: Server;
  readonly engine: McpEngine;
  /** Where the client works, absolute. */
  readonly folders: () => Promise<readonly string[]>;
  readonly log: Log;
  /** Language of the person behind the client; absent: that of this process. */
  readonly language?: LanguageBundle | undefined;
}

/** Milliseconds a person has to answer. */
const ANSWER_WITHIN_MS = 600_000;

const HOW_TO =
  'Tell the user what you wanted to change. They can run the “memdir” command themselves, let agents write in this project with “memdir consent”, or add --allow-write to the arguments of “memdir mcp”.';
const CANNOT_ASK = `This client cannot ask the user, so nothing was changed. ${HOW_TO}`;
const NO_ANSWER = `The question was closed without an answer, or nobody could be asked. Nothing was changed. ${HOW_TO}`;
const DECLINED = 'The user did not agree. Nothing was changed. Do not try it again unless they ask for it.';
const DECLINED_ALONE = `The answer was no, which this client also says where it shows the question to nobody. Nothing was changed, and trying it again changes nothing. ${HOW_TO}`;
const ACCEPTED_ALONE = `The client agreed by itself and asked nobody: its settings say that it never asks. Nothing was changed. ${HOW_TO}`;

/** The refusal of a call that may not write: it can only fail, the user cannot be asked, or they decline. Undefined: it may. */
export async function refusalOf(
  context: ConsentContext,
  name: ToolName,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolAnswer | undefined> {
  const { server, engine, log, language } = context;
  const traits = traitsOf(server.getClientVersion()?.name);
  if (traits.asksForTools === true) return undefined;
  const folders = await context.folders();
  if (await engine.use(({ writeConsent }) => writeConsent.covers(folders), signal)) return undefined;
  const declared = TOOLS[name];
  const { refusal, store, ...preview } = await engine.use(
    (memdir) => previewTool(memdir, name, input, { signal, log }),
    signal,
  );
  if (refusal !== undefined) return refusal;
  if (!takesForms(server) || !('confirmation' in declared)) return failed(CANNOT_ASK);
  const { title, message, where } = inLanguage(language, () => ({
    ...declared.confirmation(input as ToolInput, preview),
    where: whereWords(store),
  }));
  const canLast = await engine.use(({ writeConsent }) => writeConsent.isPossible(folders), signal);
  try {
    const answer = await server.request(
      {
        method: 'elicitation/create',
        // Clients fold long questions, so where it goes comes first. Secrets are masked here as they are in what is saved.
        params: form(maskForDisplay(`${title} ${where}`.trim() + `\n\n${message.trim()}`), canLast, language),
      },
      ElicitResultSchema,
      { signal, timeout: ANSWER_WITHIN_MS },
    );
    const words = wordsFor(answer, traits);
    if (words !== undefined) return failed(words);
    if (answer.content?.['decision'] === 'always') await consentTo(context, folders, signal);
    return undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn(`The user could not be asked: ${messageOf(error)}`);
    return failed(CANNOT_ASK);
  }
}

/** A client that names no mode takes forms; one may take addresses alone. */
function takesForms(server: Server): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** @param canLast whether the answer can apply to the whole project */
const form = (message: string, canLast: boolean, language: LanguageBundle | undefined): ElicitRequestFormParams =>
  inLanguage(language, () => ({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: t('Allow'),
          ...(canLast ? { description: t('To undo “Always”, run: memdir consent --revoke') } : {}),
          enum: canLast ? ['once', 'always'] : ['once'],
          enumNames: canLast ? [t('This time'), t('Always in this project')] : [t('This time')],
          default: 'once',
        },
      },
      // A form without a required answer could be accepted by a client that does not show it.
      required: ['decision'],
    },
  }));

/** What the model is told in place of a change; undefined for a yes. */
function wordsFor(
  { action, content }: ElicitResult,
  { acceptsAlone, declinesAlone }: Omit<ClientTraits, 'name'>,
): string | undefined {
  if (action === 'cancel') return NO_ANSWER;
  if (action === 'decline') return declinesAlone === true ? DECLINED_ALONE : DECLINED;
  // A person could not have sent the form without its answer.
  return acceptsAlone === true && content?.['decision'] === undefined ? ACCEPTED_ALONE : undefined;
}

/** The change is made whether or not the consent can be recorded. */
async function consentTo(
  { engine, log }: ConsentContext,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  try {
    await engine.use(async ({ writeConsent }) => {
      for (const folder of folders) await writeConsent.give(folder);
    }, signal);
  } catch (error) {
    log.warn(`The consent could not be recorded, so the next change is asked for again: ${messageOf(error)}`);
  }
}
