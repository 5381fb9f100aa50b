/** What the tabs of access and of the audit say, apart from other messages: only they need it. */
export const accessPageMessages = {
  tokens: {
    about: 'For programs, in place of the password: each may do what its scopes say, and is revoked by itself.',
    noneYet: 'A script that reads, deploys or makes backups gets a token of its own.',
    loadFailed: 'Could not load the API tokens',
    createFailed: 'Failed to create the token',
    revokeFailed: 'Failed to revoke the token',
    revokeQuestion: (name: string) => `Revoke token "${name}"?`,
    revokeBody: 'Whatever uses it is refused at once. This cannot be undone.',
  },
  audit: {
    about: 'Who changed what, and which values were there before and after. Secrets are masked.',
    loadFailed: 'Could not load the audit',
    moreFailed: 'Could not load more',
    noneMatches: 'Nothing matches the filters',
  },
} as const;
