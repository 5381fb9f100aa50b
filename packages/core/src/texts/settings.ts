import { defaults } from '../defaults.ts';

/** Texts of the settings; the Backup page uses one of them. */
export const settingsMessages = {
  saved: 'Settings saved successfully!',
  saveFailed: 'Failed to save settings',
  testEmailSent: 'Test email sent successfully!',
  testEmailFailed: 'Failed to send test email. Check your SMTP settings.',
  testSmsSent: 'Test SMS sent successfully!',
  testSmsFailed: 'Failed to send test SMS. Check your SMS provider username and password.',
  failedSteps: {
    connect: 'Could not connect to the server',
    tls: 'The encrypted connection failed',
    sign_in: 'The server refused the username or password',
    sender: 'The server refused the From address',
    recipient: 'The server refused the recipient',
    message: 'The server refused the message',
  },
  testFailed: 'The test was not sent',
  emailMissing: 'Please enter an email address',
  phoneMissing: 'Please enter a phone number',
  /** Why a channel cannot be turned on, by the field that is empty. */
  needed: {
    smtp_host: 'Enter the mail server',
    smtp_from_email: 'Enter the From address',
    email_list: 'Enter at least one email address',
    sendsms_username: 'Enter the username',
    sendsms_password: 'Enter the password',
    phone_list: 'Enter at least one phone number',
  },
  recipientsMissing: 'This is on, but there is nobody to notify: enter recipients.',
  setUp: 'Add another place where alerts go, with a test.',
  senderMissing: 'This is on, but nothing can be sent yet: complete the settings of',
  loadFailed: 'Could not load the settings',
  backupOff: 'Nobody is notified when backups stop.',
  backupOffer: `Notify me after ${defaults.offeredBackupOverdueHours} hours without a backup`,
  backupOn: (hours: number) => `You are notified after ${hours} ${hours === 1 ? 'hour' : 'hours'} without a backup.`,
} as const;

export const brandingMessages = {
  logoUploaded: 'Logo uploaded and optimized successfully!',
  updated: 'Branding updated successfully!',
  updateFailed: (reason: string) => `Failed to update branding: ${reason}`,
  logoDeleted: 'Logo deleted successfully!',
  logoDeleteFailed: (reason: string) => `Failed to delete logo: ${reason}`,
  logoType: 'Please upload a PNG, JPG, JPEG, GIF, or SVG file',
} as const;
