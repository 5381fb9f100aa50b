/** Texts of the routing tab. Separate because only the settings load them. */
export const routingMessages = {
  loadFailed: 'Could not load the routing',
  saveFailed: 'Failed to save the routing',
  /** After a 409. */
  changedMeanwhile:
    'The routing was changed somewhere else meanwhile, and nothing was saved. What is stored now is loaded; what you entered is still here: look at both, then save again.',
  moveLost:
    'The routing was changed somewhere else meanwhile. What is stored now is loaded, and nothing was moved or deleted.',
  goneMeanwhile: (what: string) =>
    `The ${what} that you edited was changed or deleted somewhere else meanwhile. What is stored now is loaded; what you entered is still here, and Save adds it as another one.`,
  /** For a part that still exists. */
  changedPart: (what: string) =>
    `This ${what} was changed somewhere else meanwhile, and nothing was saved. What is stored now is loaded; what you entered is still here, and Save puts it in its place.`,
  about: 'The first rule that matches an alert selects the policy.',
  noRules: 'No rules yet',
  rest: (policy: string) => `Everything else goes to "${policy}"`,
  policyUsed: (policy: string, rules: string) => `The policy "${policy}" cannot be deleted: it is used by ${rules}`,
  explainFailed: 'Could not find out who would be notified',
  nobody: 'Nobody is notified',
  noRule: 'No rule matches',
} as const;
