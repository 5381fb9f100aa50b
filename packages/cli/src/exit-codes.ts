/** For every command except `status` and `check`. */
export const exitCodes = { done: 0, failed: 1 } as const;

/** For `status` and `check`, as for monitoring plugins (https://www.monitoring-plugins.org/doc). */
export const pluginExitCodes = { ok: 0, warning: 1, critical: 2, unknown: 3 } as const;
export type PluginExitCode = (typeof pluginExitCodes)[keyof typeof pluginExitCodes];

const pluginWords = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'] as const;
export const pluginWord = (code: PluginExitCode): string => pluginWords[code];
