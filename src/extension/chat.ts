/** The chat participant `@memory`. */
import * as vscode from 'vscode';

import { messageOf } from '../core/errors.js';
import { type ChatCommandName, PARTICIPANT } from '../protocol/ids.js';
import { answer } from './chat/answer.js';
import { index } from './chat/budget.js';
import { forget } from './chat/forget.js';
import { recall } from './chat/recall.js';
import { remember, saveFromChat } from './chat/remember.js';
import { stale } from './chat/stale.js';
import type { Answered, Turn } from './chat/turn.js';
import { why } from './chat/why.js';
import { isCancelled } from './client.js';
import type { Feature } from './feature.js';
import { literalMarkdown } from './literal.js';

const ANSWERS: Readonly<Record<ChatCommandName, (turn: Turn) => Promise<Answered>>> = {
  recall,
  remember,
  stale,
  forget,
  why,
  index,
};

async function handle(turn: Turn): Promise<vscode.ChatResult> {
  const { request, token, features, stream, buttons } = turn;
  const respond = request.command === undefined ? answer : ANSWERS[request.command as ChatCommandName];
  try {
    const answered = await respond(turn);
    for (const each of buttons) stream.button(each);
    return { metadata: { ...answered } };
  } catch (error) {
    if (token.isCancellationRequested || isCancelled(error)) return {};
    features.log.error(`@memory: ${messageOf(error)}`);
    return { errorDetails: { message: literalMarkdown(messageOf(error)) } };
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
        (metadata as Partial<Answered> | undefined)?.next?.map((next) => ({ ...next })) ?? [],
    };
    return [participant, saveFromChat(features)];
  },
};
