import { type RawLink, scanLinks } from '../markdown/link-scanner.js';
import type { MemoryLink } from '../memory.js';
import type { TextLines } from '../text.js';

/**
 * Links of a memory's body to other memories: `[[name]]` (without alias and heading) and `[text](file.md)` (without
 * anchor), in order. Code blocks, code spans, images and other schemes are skipped. Linear.
 */
export function memoryLinks(lines: TextLines, fromLine = 0): MemoryLink[] {
  const links: MemoryLink[] = [];
  let fence: string | undefined;
  for (let line = fromLine; line < lines.count; line++) {
    const text = lines.line(line);
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(text);
    if (fence !== undefined) {
      if (mark && closes(mark, fence)) fence = undefined;
    } else if (mark?.[1] && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) fence = mark[1];
    else if (text.includes('[')) links.push(...scanLinks(text).flatMap((found) => memoryLink(found, line) ?? []));
  }
  return links;
}

const closes = (mark: RegExpExecArray, fence: string): boolean =>
  mark[1]?.[0] === fence[0] && (mark[1]?.length ?? 0) >= fence.length && mark[2]?.trim() === '';

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
