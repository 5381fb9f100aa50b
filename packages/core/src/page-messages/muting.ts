/** What is said of muting, apart from other messages. */
export const mutingMessages = {
  muteFailed: 'Failed to mute',
  unmuteFailed: 'Failed to unmute',
  muted: (what: string, until: string) => `${what} is muted until ${until}`,
  unmuted: (what: string) => `${what} is told of again`,
  about: 'Its alerts are recorded, and told to nobody until then. The public pages go on as before.',
  ofWork: 'If it is worked on:',
} as const;
