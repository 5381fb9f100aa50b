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
        `Certificates ${cert_alert_days} days before they expire, domains ${domain_check_enabled ? `${domain_alert_days} days` : 'not monitored'}`,
      fields: [
        {
          kind: 'text',
          name: 'cert_alert_days',
          label: 'Certificate alert days',
          hint: 'Days before expiry, separated by commas; one notification each',
        },
        {
          kind: 'text',
          name: 'domain_alert_days',
          label: 'Domain alert days',
          hint: 'Days before domain expiry, separated by commas',
        },
        {
          kind: 'switch',
          name: 'domain_check_enabled',
          label: 'Monitor domain expiry: query registries once a day',
          isWide: true,
        },
      ],
    },
  ],
};
