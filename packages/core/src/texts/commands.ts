/** Texts about commands of the commands file. */
export const commandMessages = {
  none: 'No commands are configured on this server',
  /** For visitors, in place of the output. */
  publicProblem: 'the command reported a problem',
} as const;

/** The cause of SLOW. */
export const commandWarning = (message: string): string => `warning: ${message}`;
