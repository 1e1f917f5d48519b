/** The server “memdir” in YAML settings: an item of the list `mcpServers`. Comments and order stay. */
import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { JsonText } from './json-edit.js';
import { isOurServer, isSame, newServer, ownServer, type ServerEntry, startKeys } from './server-entry.js';
import { withItem, withoutItem } from './yaml-edit.js';

const SERVERS = 'mcpServers';

/** @param head what a file needs that is not there yet, as YAML */
export function withYamlServer(file: JsonText, entry: ServerEntry, head: string): JsonText {
  const text = textWithHead(file.text, head);
  const document = documentOf({ ...file, text });
  const servers = serversIn(document, file.path);
  const item = servers === undefined ? undefined : ourItem(servers);
  const there = ownServer(item?.toJSON(), file.path);
  if (there === undefined) {
    const added = { name: 'memdir', ...newServer(entry, {}) };
    const server = document.createNode(added);
    if (servers === undefined) document.set(SERVERS, document.createNode([server]));
    else servers.add(server);
    return { path: file.path, text: withItem(text, SERVERS, added, document) };
  }
  const wanted = Object.entries(startKeys(there, entry, {})).filter(([key, value]) => !isSame(there[key], value));
  for (const [key, value] of wanted) item?.set(key, document.createNode(value));
  return wanted.length === 0 ? file : { path: file.path, text: textOf(document) };
}

export function withoutYamlServer(file: JsonText, before?: JsonText): JsonText {
  if (file.text.trim() === '') return file;
  const document = documentOf(file);
  const servers = serversIn(document, file.path);
  const item = servers && ourItem(servers);
  if (servers === undefined || item === undefined || !isOurServer(item.toJSON() as Record<string, unknown>))
    return file;
  const at = servers.items.indexOf(item);
  servers.delete(at);
  const stood = before !== undefined && before.text.trim() !== '' && documentOf(before).has(SERVERS);
  if (servers.items.length === 0 && !stood) document.delete(SERVERS);
  return { path: file.path, text: withoutItem(file.text, SERVERS, at, document) };
}

/** A file without keys, comments at most, gets those that it needs. */
function textWithHead(text: string, head: string): string {
  const { contents, errors } = parseDocument(text);
  if (contents !== null || errors.length > 0) return text;
  return text.trim() === '' ? head : `${text.trimEnd()}\n${head}`;
}

function documentOf({ path, text }: JsonText): Document {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined || !isMap(document.contents))
    throw new MemdirError(
      'bad-input',
      error === undefined
        ? t('{path} doesn’t contain YAML keys. Nothing was changed: correct it and try again.', { path })
        : t('{path} isn’t valid YAML ({reason}). Nothing was changed: correct it and try again.', {
            path,
            reason: error.message.split('\n')[0]?.replace(/:$/, '') ?? '',
          }),
    );
  return document;
}

function serversIn(document: Document, path: string): YAMLSeq | undefined {
  const servers = document.get(SERVERS);
  if (servers === undefined || servers === null) return undefined;
  if (isSeq(servers)) return servers;
  throw new MemdirError(
    'bad-input',
    t('“{key}” in {file} isn’t a list. Nothing was changed: correct it and try again.', { key: SERVERS, file: path }),
  );
}

const ourItem = ({ items }: YAMLSeq): YAMLMap | undefined =>
  items.filter((item) => isMap(item)).find((item) => item.get('name') === 'memdir');

/** Long lines stay on one. */
const textOf = (document: Document): string => document.toString({ lineWidth: 0 });
