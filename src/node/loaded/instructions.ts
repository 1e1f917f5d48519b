/** Finds the instruction files that Claude Code loads at the start of a session, in its order. */
import { dirname, join } from 'node:path';

import picomatch from 'picomatch';

import type { FoundInstructions, Instructions } from '../../core/ports/instructions.js';
import { toSlashes } from '../paths.js';
import { readClaudeSettings } from '../stores/claude-settings.js';
import type { MemoryOffContext } from '../stores/memory-off.js';
import { foldersOf, projectAt } from '../stores/project.js';
import { settingsFiles } from '../stores/settings-files.js';
import { approvedImports, claudeStateFile } from '../trust/claude-trust.js';
import { type CollectorOptions, InstructionCollector } from './collector.js';

export type InstructionsContext = Omit<MemoryOffContext, 'isTrusted'>;

/** @param contextOf the context with the trust of a scope */
export const createInstructions = (
  contextOf: (scope: Parameters<Instructions['find']>[1]) => MemoryOffContext,
): Instructions => ({
  find: (folder, trusted) => findInstructions(folder, contextOf(trusted)),
});

async function findInstructions(folder: string, context: MemoryOffContext): Promise<FoundInstructions> {
  const project = await projectAt(folder);
  const settings = await readClaudeSettings(
    await settingsFiles({
      configDir: context.configDir,
      folders: foldersOf(project),
      isTrusted: context.isTrusted,
      managed: context.managedSettings,
    }),
    context,
  );
  if (settings.instructionsOff !== undefined) return { files: [], off: settings.instructionsOff };
  const options: CollectorOptions = {
    folder: project.folder,
    home: context.home,
    isExcluded: excludedBy(settings.excludes),
    followsOut: await approvedImports(claudeStateFile(context.env, context.home), [project.checkout, project.root]),
    isTrusted: await context.isTrusted(project.folder),
  };
  const own = await collect(options, context, false);
  // AGENTS.md counts where no folder has a CLAUDE.md, in its place among the rest.
  return { files: own.hasOwn ? own.found : (await collect(options, context, true)).found };
}

async function collect(
  options: CollectorOptions,
  context: MemoryOffContext,
  withAgents: boolean,
): Promise<InstructionCollector> {
  const collector = new InstructionCollector(options);
  const managed = dirname(context.managedSettings);
  await collector.file(join(managed, 'CLAUDE.md'), 'managed');
  await collector.rules(join(managed, '.claude', 'rules'), 'managed');
  await collector.file(join(context.configDir, 'CLAUDE.md'), 'user');
  await collector.rules(join(context.configDir, 'rules'), 'user');
  for (const each of upwards(options.folder)) {
    await collector.file(join(each, 'CLAUDE.md'), 'project');
    await collector.file(join(each, '.claude', 'CLAUDE.md'), 'project');
    await collector.rules(join(each, '.claude', 'rules'), 'project');
    for (const agents of [join(each, 'AGENTS.md'), join(each, '.claude', 'AGENTS.md')])
      if (withAgents) await collector.file(agents, 'project');
      else await collector.leaveOutAgentsFile(agents);
    await collector.file(join(each, 'CLAUDE.local.md'), 'local');
  }
  return collector;
}

/** The folders from below the root of the file system to this one. */
function upwards(folder: string): string[] {
  const folders: string[] = [];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) folders.unshift(at);
  return folders;
}

/** Whether `claudeMdExcludes` names an absolute path. */
function excludedBy(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matches = picomatch([...patterns].map(toSlashes), { dot: true });
  return (path) => matches(toSlashes(path));
}
