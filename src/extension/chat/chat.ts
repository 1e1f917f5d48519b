/** The chat participant `@memory`. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { type ChatCommandName, PARTICIPANT } from '../../protocol/contributions.js';
import { escapeMarkdown } from '../escape.js';
import type { Feature } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { answer } from './answer.js';
import { forget } from './forget.js';
import { index } from './index-budget.js';
import { recall } from './recall.js';
import { remember, saveFromChat } from './remember.js';
import { stale } from './stale.js';
import type { ChatAnswer, Turn } from './turn.js';
import { why } from './why.js';

const COMMANDS: Readonly<Record<ChatCommandName, (turn: Turn) => Promise<ChatAnswer>>> = {
  recall,
  remember,
  stale,
  forget,
  why,
  index,
};

async function handle(turn: Turn): Promise<vscode.ChatResult> {
  const { request, token, features, stream, buttons } = turn;
  const respond = request.command === undefined ? answer : COMMANDS[request.command as ChatCommandName];
  try {
    const result = await respond(turn);
    for (const each of buttons) stream.button(each);
    return { metadata: { ...result } };
  } catch (error) {
    if (token.isCancellationRequested || isCancelled(error)) return {};
    features.log.error(`@memory: ${messageOf(error)}`);
    return { errorDetails: { message: escapeMarkdown(messageOf(error)) } };
  }
}

export const chat: Feature = {
  name: 'chat participant',
  activate: (features) => {
    const participant = vscode.chat.createChatParticipant(PARTICIPANT.id, (request, { history }, stream, token) =>
      handle({ request, history, stream, token, features, buttons: [] }),
    );
    participant.iconPath = vscode.Uri.joinPath(features.extensionUri, 'media', 'memdir.svg');
    participant.followupProvider = {
      provideFollowups: ({ metadata }) =>
        (metadata as Partial<ChatAnswer> | undefined)?.next?.map((next) => ({ ...next })) ?? [],
    };
    return [participant, saveFromChat(features)];
  },
};
