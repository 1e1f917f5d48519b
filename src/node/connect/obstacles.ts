/** Settings that keep hooks from being run although they are written. */
import { lstat, readFile } from 'node:fs/promises';
import { parse } from 'jsonc-parser';
import type { ConnectChange } from '../../core/results.js';
import { realPathOf } from '../paths.js';
import { managedSettingsFile } from '../roots/settings-places.js';

export interface ObstacleOptions {
  readonly platform: NodeJS.Platform;
  /** Of the administrator; default: where the platform keeps them. */
  readonly managed?: string;
}

/** What is to be known before files are changed, one sentence each. */
export async function obstacles({ platform, managed = managedSettingsFile(platform) }: ObstacleOptions, changes: readonly ConnectChange[]): Promise<string[]> {
  const notes: string[] = [];
  const rules = settingsIn(await readFile(managed, 'utf8').catch(() => ''));
  if (rules['allowManagedHooksOnly'] === true || rules['disableAllHooks'] === true) notes.push(`The managed settings of this machine (${managed}) let no hooks run but their own: memories will not be recalled. The MCP server works.`);
  for (const { path, before } of changes) {
    if (!isPlain(before ?? '')) notes.push(`${path} has comments or trailing commas. Claude Code reads plain JSON and may ignore the whole file, these entries included: take them out where memories are not recalled.`);
    if (settingsIn(before ?? '')['disableAllHooks'] === true) notes.push(`“disableAllHooks” in ${path} keeps every hook from running. Remove it to be given memories.`);
    if ((await lstat(path).catch(() => undefined))?.isSymbolicLink()) notes.push(`${path} is a link: ${await realPathOf(path)} is what changes.`);
  }
  return notes;
}

/** Whether a text that can be read is JSON without comments and trailing commas. */
function isPlain(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, '') || '{}');
    return true;
  } catch {
    return text.trim() === '';
  }
}

function settingsIn(text: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
}
