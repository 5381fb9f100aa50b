/** Elements of a command that the host and the port of a monitor replace, in braces. */
export const commandParameters = ['host', 'port'] as const;
export type CommandParameter = (typeof commandParameters)[number];
