/** The file of a memory, as Claude Code writes it. */
/** Text of a memory file in the present style of Claude Code. */
export function memoryText(memory: {
  readonly name: string;
  readonly description?: string;
  readonly type?: string;
  readonly body?: string;
  readonly more?: string;
}): string {
  const more = memory.more === undefined ? '' : `${memory.more}\n`;
  return `---\nname: ${memory.name}\ndescription: ${memory.description ?? memory.name}\n${more}metadata: \n  node_type: memory\n  type: ${memory.type ?? 'project'}\n---\n\n${memory.body ?? 'Something to remember.'}\n`;
}
