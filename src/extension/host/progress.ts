import type * as vscode from 'vscode';

import type { HostProgress } from './host-client.js';

/** A listener that shows the host's progress in a notification. VS Code takes increments; the host sends percentages, which may repeat or be absent. */
export function reportTo(
  progress: vscode.Progress<{ message?: string; increment?: number }>,
): (value: HostProgress) => void {
  let last = 0;
  return (value) => {
    if (value.kind !== 'report') return;
    const percentage = value.percentage ?? last;
    const message = value.message === undefined ? {} : { message: value.message };
    progress.report({ ...message, increment: Math.max(0, percentage - last) });
    last = Math.max(last, percentage);
  };
}
