/** How many of a monitor's last checks stand beside its state. */
export const mostRecentChecks = 48;

/** What came of a check, and the letter that says it where many checks are told together. */
export const checkStateLetters = { up: 'u', slow: 's', down: 'd' } as const;
export type CheckState = keyof typeof checkStateLetters;
