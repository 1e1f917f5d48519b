/** Password of the team's database, in the editor's secret storage: never in settings, and never in a log. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import { TEAM_URL_VARIABLE } from '../../core/team/login.js';
import { readSettings } from '../configuration.js';
import type { FeatureContext } from '../feature.js';

/** That of the setting, else that of the environment, which the host has as well. */
const address = (): string => readSettings()['team.url'].trim() || (process.env[TEAM_URL_VARIABLE]?.trim() ?? '');

/** An address that contains a password: none is asked for, and none is stored under that address. */
const hasPassword = (url: string): boolean => URL.canParse(url) && new URL(url).password !== '';

/** Key of secret storage. Each address has its own, because databases have different passwords. */
// eslint-disable-next-line memdir/user-text -- a key.
const secretKey = (url: string): string => `memdir.team.password ${url}`;

/** Gives the host the password that is stored for the address. */
export async function sendPassword({ host, secrets }: Pick<FeatureContext, 'host' | 'secrets'>): Promise<void> {
  const url = address();
  if (url !== '' && !hasPassword(url))
    await host.request('teamPassword', { url, password: await secrets.get(secretKey(url)) });
}

/** Asks for a password and stores it. Whether one was typed. */
export async function askPassword({ host, secrets }: Pick<FeatureContext, 'host' | 'secrets'>): Promise<boolean> {
  const url = address();
  if (hasPassword(url)) return false;
  const password = await vscode.window.showInputBox({
    title: t('Password of the team database'),
    prompt: t('It is kept in the system’s secret storage.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (password === undefined || password === '') return false;
  await secrets.store(secretKey(url), password);
  await host.request('teamPassword', { url, password });
  return true;
}
