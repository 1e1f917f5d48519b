import * as z from 'zod';

import type { HostConfiguration } from '../configuration.js';
import type { Settings } from '../settings.js';
import { hostNotification } from './request.js';

/** Settings are checked one by one where they are used: one that cannot be used does not cost the others. */
const settings = z.custom<Settings>((value) => typeof value === 'object' && value !== null, {
  error: 'A configuration needs settings',
});
const environment = z.record(z.string(), z.string());

const configuration = z.object({
  settings,
  trusted: z.boolean(),
  claudeEnvironment: environment,
}) satisfies z.ZodType<HostConfiguration>;

/** `initializationOptions` of any client: what cannot be used is as if it was not given. */
export const initializationOptions = z
  .object({
    settings: z.unknown(),
    trusted: z.boolean().catch(false),
    claudeEnvironment: environment.catch({}),
    dataDir: z.string().optional().catch(undefined),
    editor: z.object({ user: z.string(), workspace: z.string().optional() }).optional().catch(undefined),
    language: environment.optional().catch(undefined),
  })
  .catch({
    settings: undefined,
    trusted: false,
    claudeEnvironment: {},
    dataDir: undefined,
    editor: undefined,
    language: undefined,
  });

export const workspaceNotifications = {
  configure: hostNotification({ params: configuration, run: (host, changed) => host.configure(changed) }),
};
