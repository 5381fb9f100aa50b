import { limits } from '@upvigil/core/limits';
import type { SettingField } from './notification-settings-form.tsx';

const { cooldownMinutes } = limits;

/** Alert types, cooldown and days before an expiry. */
export const alertFields: SettingField = {
  kind: 'section',
  fields: [
    {
      kind: 'toggles',
      legend: 'Alert types',
      fields: [
        { kind: 'checkbox', name: 'alert_on_down', label: 'Down' },
        { kind: 'checkbox', name: 'alert_on_slow', label: 'Slow' },
        { kind: 'checkbox', name: 'alert_on_metadata_missing', label: 'Metadata missing' },
        { kind: 'checkbox', name: 'alert_on_recovery', label: 'Recovery' },
        { kind: 'checkbox', name: 'alert_on_certificate', label: 'Certificate expires' },
        { kind: 'checkbox', name: 'alert_on_domain', label: 'Domain expires' },
      ],
    },
    {
      kind: 'number',
      name: 'cooldown_minutes',
      label: 'Cooldown',
      unit: 'minutes',
      range: cooldownMinutes,
      hint: `${cooldownMinutes.min} to ${cooldownMinutes.max}: a monitor's problem is not sent again within this time`,
    },
    {
      kind: 'advanced',
      summary: ({ cert_alert_days, domain_check_enabled, domain_alert_days }) =>
        `Certificates ${cert_alert_days} days before they end, domains ${domain_check_enabled ? `${domain_alert_days} days` : 'not watched'}`,
      fields: [
        {
          kind: 'text',
          name: 'cert_alert_days',
          label: 'Certificate alert days',
          hint: 'Days before the end, separated by commas; each notifies once',
        },
        { kind: 'text', name: 'domain_alert_days', label: 'Domain alert days', hint: 'The same of domains' },
        {
          kind: 'switch',
          name: 'domain_check_enabled',
          label: 'Watch domains: ask their registries once a day when they expire',
          isWide: true,
        },
      ],
    },
  ],
};
