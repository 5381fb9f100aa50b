/** The tabs of the settings, in their order. `group`: heading before a tab. */
export const settingsTabs = [
  { id: 'notifications', label: 'Notifications' },
  { id: 'email', label: 'Email (SMTP)' },
  { id: 'sms', label: 'SMS' },
  { id: 'branding', label: 'Branding' },
  { id: 'channels', label: 'Channels', group: 'Alerts' },
  { id: 'routing', label: 'Routing' },
  { id: 'reports', label: 'Reports' },
  { id: 'access', label: 'Access', group: 'People' },
  { id: 'audit', label: 'Audit' },
  { id: 'diagnostics', label: 'Diagnostics', group: 'System' },
  { id: 'general', label: 'General' },
] as const;

export type SettingsTab = (typeof settingsTabs)[number]['id'];
