/** Texts of the routing tab. Separate because only the settings load them. */
export const routingMessages = {
  loadFailed: 'Could not load the routing',
  saveFailed: 'Failed to save the routing',
  /** After a 409. */
  changedMeanwhile:
    'The routing was changed elsewhere in the meantime, so nothing was saved. The stored version is loaded and your input is kept: compare both, then save again.',
  moveLost:
    'The routing was changed elsewhere in the meantime. The stored version is loaded, and nothing was moved or deleted.',
  goneMeanwhile: (what: string) =>
    `The ${what} that you edited was changed or deleted elsewhere in the meantime. The stored version is loaded and your input is kept: Save adds it as a new one.`,
  /** For a part that still exists. */
  changedPart: (what: string) =>
    `This ${what} was changed elsewhere in the meantime, so nothing was saved. The stored version is loaded and your input is kept: Save replaces the stored version.`,
  about: 'The first rule that matches an alert selects the policy.',
  noRules: 'No rules yet',
  rest: (policy: string) => `Everything else goes to "${policy}"`,
  policyUsed: (policy: string, rules: string) => `The policy "${policy}" cannot be deleted: it is used by ${rules}`,
  explainFailed: 'Could not determine who would be notified',
  nobody: 'Nobody is notified',
  noRule: 'No rule matches',
} as const;
