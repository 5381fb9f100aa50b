/** The tabs of the settings, in their order. `words`: other words that people search them by. */
export const settingsTabs = [
  { id: 'notifications', label: 'Notifications', words: 'cooldown alerts types digest problem streak' },
  { id: 'email', label: 'Email (SMTP)', words: 'mail smtp server recipients' },
  { id: 'sms', label: 'SMS', words: 'text message phone' },
  { id: 'branding', label: 'Branding', words: 'logo name company' },
  { id: 'channels', label: 'Channels', words: 'slack telegram discord teams webhook pagerduty push ntfy notify' },
  { id: 'routing', label: 'Routing', words: 'route rules escalation policy on call quiet hours' },
  { id: 'reports', label: 'Reports', words: 'weekly monthly summary' },
  {
    id: 'access',
    label: 'Access',
    words: 'users people team invite roles password two factor 2fa totp passkey sso token api key session',
  },
  { id: 'audit', label: 'Audit', words: 'log history who changed' },
  { id: 'diagnostics', label: 'Diagnostics', words: 'health support bundle debug version' },
  { id: 'general', label: 'General', words: 'language time zone retention public address' },
] as const;

export type SettingsTab = (typeof settingsTabs)[number]['id'];
