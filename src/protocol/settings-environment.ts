/** Environment variable with settings as a JSON object: the editor's, for a process that it starts without configuring it. They count in place of `settings.json`. */
export const SETTINGS_ENVIRONMENT = 'MEMDIR_SETTINGS';
