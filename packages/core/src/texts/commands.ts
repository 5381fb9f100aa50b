/** Texts about commands of the commands file. */
export const commandMessages = {
  none: 'No commands are configured on this server',
  dash: 'Host must not begin with -, because the command would take it for an option',
} as const;

/** Begins the cause of SLOW. */
export const commandWarningStart = 'warning: ';

export const unknownCommand = (name: string, known: readonly { name: string }[]): string =>
  `There is no command "${name}". Commands of this server: ${known.map((each) => each.name).join(', ')}`;

export const unusedParameter = (name: string, parameter: string): string =>
  `The command "${name}" takes no ${parameter}`;

export const neededParameter = (name: string, parameter: string): string =>
  `The command "${name}" needs a ${parameter}`;

/** The reason of the fault `unsupported`. */
export const commandMissing = (name: string): string =>
  `the command "${name}" is not in the commands file of this server`;
