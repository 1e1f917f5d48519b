/** The walkthrough on the Welcome page of VS Code. */
import { WALKTHROUGH_ID } from './ids.js';

export const WALKTHROUGH = {
  id: WALKTHROUGH_ID,
  title: 'Get started with Memdir',
  description: 'See, check and search what agents remember.',
  steps: [
    {
      id: 'memories',
      title: 'See what is remembered',
      description:
        'Memories are grouped by type, with their age and what is unusual about them. “Needs attention” lists what deserves a look first.\n[Show memories](command:memdir.memories.focus)',
      media: 'media/walkthrough/memories.svg',
      alt: 'The Memories view: MEMORY.md with its budget, “Needs attention”, and memories by type.',
    },
    {
      id: 'recall',
      title: 'Find a memory',
      description:
        'Recall combines keyword and semantic search, on this machine. Ask as you would ask a colleague.\n[Recall](command:memdir.recall)',
      media: 'media/walkthrough/recall.svg',
      alt: 'Recall: a question, the memories that answer it, and weaker ones below.',
    },
    {
      id: 'index',
      title: 'Keep MEMORY.md short',
      description:
        'Claude Code loads the first 200 lines of MEMORY.md, up to 25,000 characters. The status bar shows how much is used.\n[Open MEMORY.md](command:memdir.openIndex)',
      media: 'media/walkthrough/index.svg',
      alt: 'MEMORY.md with dimmed lines past the limit, and the status bar item “Memory 143/200”.',
    },
    {
      id: 'connect',
      title: 'Connect your agent',
      description:
        'A connected agent gets the memories that matter for each prompt, and what it learns becomes drafts for you to review. You see every change to its settings first.\n[Connect Claude Code](command:memdir.connectClaude)\n[Connect another agent](command:memdir.connectAgent)',
      media: 'media/walkthrough/connect.svg',
      alt: 'An agent’s prompt with memories, and drafts to review in the Inbox.',
    },
  ],
} as const;
