/** The conversation that a memory is from. */
import { open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Bytes of a file that hold its front matter. */
const HEAD_BYTES = 4_096;
const SESSION = /^\s*originSessionId:\s*["']?([\w-]+)/m;

/** The session that the front matter names; undefined when it names none. */
export async function sessionOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return SESSION.exec(buffer.toString('utf8', 0, bytesRead))?.[1];
  } finally {
    await file.close();
  }
}

/** The transcript of a session of Claude Code: beside the store, else in the folder of another project. Undefined when it is on this machine no longer. */
export async function transcriptOf(storePath: string, session: string): Promise<string | undefined> {
  const project = dirname(storePath);
  const projects = dirname(project);
  const others = await readdir(projects, { withFileTypes: true }).catch(() => []);
  const folders = [project, ...others.flatMap((each) => (each.isDirectory() ? [join(projects, each.name)] : []))];
  for (const folder of folders) {
    const file = join(folder, `${session}.jsonl`);
    const isThere = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}
