import { limits } from '../limits.ts';

/** What is said of channels, in answers and in the ledger. */
export const channelSentences = {
  tested: 'Test message sent successfully!',
  testFailed: (name: string, reason: string) => `The test message was not sent by ${name}: ${reason}`,
  enterSecretAgain: 'Enter the secret again',
  nameTaken: (name: string) => `Another channel has the name "${name}"`,
  tooMany: `There can be ${limits.channels} channels at most`,
  inUse: (policy: string) => `The policy "${policy}" uses this channel: take it out there first`,
  tooManyTests: `Channels can be tested ${limits.channelTestsPerMinute} times a minute: wait a little`,
  noSigningSecret: 'Only a webhook has a signing secret that can be changed',
  gone: (name: string, reason: string) => `The channel "${name}" was switched off: ${reason}`,
} as const;
