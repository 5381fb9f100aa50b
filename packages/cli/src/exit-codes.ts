/** Exit codes of every command but `status` and `check`. */
export const exitCodes = { done: 0, failed: 1 } as const;

/** Exit codes of `status` and `check`, as monitoring plugins have them (https://www.monitoring-plugins.org/doc). */
export const pluginExitCodes = { ok: 0, warning: 1, critical: 2, unknown: 3 } as const;
export type PluginExitCode = (typeof pluginExitCodes)[keyof typeof pluginExitCodes];

const pluginWords = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'] as const;
/** The word that a monitoring system expects for an exit code. */
export const pluginWord = (code: PluginExitCode): string => pluginWords[code];
