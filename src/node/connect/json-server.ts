/** The server “memdir” in JSON settings. All other bytes stay. */
import { MemdirError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { t } from '../../core/l10n.js';
import { type JsonText, valueAt, withValue } from './json-edit.js';
import {
  isOurServer,
  isSame,
  newServer,
  ownServer,
  type ServerEntry,
  type ServerShape,
  startKeys,
} from './server-entry.js';

/** @param servers place of the object that contains servers by name */
export function withJsonServer(
  file: JsonText,
  servers: readonly string[],
  entry: ServerEntry,
  shape: ServerShape,
): JsonText {
  const at = [...servers, 'memdir'];
  const all = valueAt(file, [...servers]);
  if (all !== undefined && !isObject(all))
    throw new MemdirError(
      'bad-input',
      t('“{key}” in {file} isn’t an object. Nothing was changed: correct it and try again.', {
        key: servers.at(-1) ?? '',
        file: file.path,
      }),
    );
  const there = ownServer(valueAt(file, at), file.path);
  if (there === undefined) return withValue(file, at, newServer(entry, shape));
  let text = file;
  for (const [key, value] of Object.entries(startKeys(there, entry, shape)))
    if (!isSame(there[key], value)) text = withValue(text, [...at, key], value);
  return text;
}

/** @param before the file as it was before connecting: containers that are in it stay */
export function withoutJsonServer(file: JsonText, servers: readonly string[], before?: JsonText): JsonText {
  const at = [...servers, 'memdir'];
  const there = valueAt(file, at);
  if (!isObject(there) || !isOurServer(there)) return file;
  let text = withValue(file, at, undefined);
  // Containers that connecting added are removed too, from the inside out: the servers, then the folder.
  for (let depth = at.length - 1; depth > 0; depth--) {
    const around = at.slice(0, depth);
    const left = valueAt(text, around);
    const ours = depth === at.length - 1 || before !== undefined;
    if (
      !ours ||
      !isObject(left) ||
      Object.keys(left).length > 0 ||
      (before !== undefined && valueAt(before, around) !== undefined)
    )
      break;
    text = withValue(text, around, undefined);
  }
  return text;
}
