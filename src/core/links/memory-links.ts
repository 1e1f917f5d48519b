import { linkLines } from '../markdown/link-lines.js';
import { type RawLink, scanLinks } from '../markdown/link-scanner.js';
import type { MemoryLink } from '../memory.js';
import type { TextLines } from '../text.js';

/**
 * Links of a memory's body to other memories: `[[name]]` (without alias and heading) and `[text](file.md)` (without
 * anchor), in order. Code, comments, images and other schemes are skipped. Linear.
 */
export function memoryLinks(lines: TextLines, fromLine = 0): MemoryLink[] {
  if (!lines.text.includes('[')) return [];
  return linkLines(lines).flatMap((text, line) =>
    text === undefined || line < fromLine || !text.includes('[')
      ? []
      : scanLinks(text).flatMap((found) => memoryLink(found, line) ?? []),
  );
}

function memoryLink({ form, target: written, targetStart: start }: RawLink, line: number): MemoryLink | undefined {
  if (form !== 'wiki' && form !== 'markdown') return undefined;
  const target = (written.split('#', 1)[0] ?? '').trimEnd();
  if (form === 'wiki' ? target === '' : !isMemoryFile(target)) return undefined;
  return {
    kind: form,
    target,
    range: { start: { line, character: start }, end: { line, character: start + target.length } },
  };
}

const isMemoryFile = (target: string): boolean =>
  /\.md$/i.test(target) && !/^[a-z][a-z\d+.-]+:/i.test(target) && !target.startsWith('//');
