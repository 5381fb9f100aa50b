/** What the Slack settings of a website say, apart from other messages: only its page needs it. */
export const slackMessages = {
  saved: 'Settings saved successfully!',
  saveFailed: 'Failed to save settings',
  webhookFirst: 'Please enter a webhook URL first',
  testFailed: 'Test failed',
} as const;
