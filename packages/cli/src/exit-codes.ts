/** What every command but the monitoring plugins ends with. */
export const exitCodes = { done: 0, failed: 1 } as const;

/** What `status` and `check` end with: the convention of monitoring plugins. */
export const pluginExitCodes = { ok: 0, warning: 1, critical: 2, unknown: 3 } as const;
export type PluginExitCode = (typeof pluginExitCodes)[keyof typeof pluginExitCodes];

const pluginWords = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'] as const;
/** The word that a monitoring system expects for an exit code. */
export const pluginWord = (code: PluginExitCode): string => pluginWords[code];
