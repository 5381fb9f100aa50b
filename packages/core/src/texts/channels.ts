import { limits } from '../limits.ts';

/** Texts about channels in responses and in the list of deliveries. */
export const channelSentences = {
  tested: 'Test message sent successfully!',
  testFailed: (name: string, reason: string) => `The test message was not sent by ${name}: ${reason}`,
  enterSecretAgain: 'Enter the secret again',
  nameTaken: (name: string) => `Another channel has the name "${name}"`,
  tooMany: `There can be ${limits.channels} channels at most`,
  inUse: (policy: string) => `The policy "${policy}" uses this channel: remove it there first`,
  tooManyTests: `Channels can be tested ${limits.channelTestsPerMinute} times a minute: wait a little`,
  noSigningSecret: 'Only a webhook has a signing secret that can be changed',
  gone: (name: string, reason: string) => `The channel "${name}" was disabled: ${reason}`,
} as const;

/** Texts of the channels tab. Separate because only the settings load them. */
export const channelMessages = {
  about: 'Policies decide which channels are notified: see Routing.',
  none: 'No channels yet',
  noneYet: 'Add chat, push, on-call and webhook channels here. Email, SMS and Slack have their own tabs.',
  loadFailed: 'Could not load the channels',
  saveFailed: 'Failed to save channel',
  deleteFailed: 'Failed to delete channel',
  testFailed: 'Test failed',
  saved: 'Channel saved',
  drillStarted: 'Drill sent: the recipient must follow its link and confirm',
  drillFailed: 'Failed to start the drill',
  rotateFailed: 'Failed to create a new secret',
  rotate: 'A new secret is created and shown once. The previous one also signs for 24 hours.',
  secretOnce: 'Your program checks signatures with this secret. It is shown only once: copy it now.',
  secretsMissing: 'Its secrets are encrypted with the key of another installation: enter them again.',
  addToDefault: 'Add to the Default policy',
} as const;

/** Reasons why a browser cannot receive push messages, with remedies. */
export const pushMessages = {
  insecure: 'Browsers accept push messages only over https, or from localhost: open this page with https.',
  unsupported:
    'This browser does not support push messages. On an iPhone or iPad, add this page to the home screen first.',
  blocked: 'This browser blocks notifications from this site: allow them in its settings, then try again.',
  dismissed: 'The browser was not allowed to show notifications.',
  failed: (reason: string) => `The browser could not subscribe: ${reason}`,
} as const;

/** Texts of a website's Slack settings. Separate because only its page loads them. */
export const slackMessages = {
  saved: 'Settings saved successfully!',
  saveFailed: 'Failed to save settings',
  webhookFirst: 'Please enter a webhook URL first',
  testFailed: 'Test failed',
} as const;
