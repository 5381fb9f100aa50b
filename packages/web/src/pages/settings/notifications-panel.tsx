import { recipientSettings } from '@upvigil/core/contract/channel-kinds/built-in';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { limits } from '@upvigil/core/limits';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { Link } from 'react-router-dom';
import { countOf } from '../../components/lists/count-of.ts';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { NotificationSettingsForm, type SettingField } from './notification-settings-form.tsx';

export const NotificationsPanel = () => (
  <NotificationSettingsForm
    fields={(settings) => [{ kind: 'section', legend: 'Channels', fields: channelFields(settings) }, alertFields]}
  />
);

const channelFields = (settings: NotificationSettings): SettingField[] =>
  recipientSettings.flatMap(({ enabled, switchLabel, list, listLabel, placeholder, ...words }): SettingField[] => [
    { kind: 'switch', name: enabled, label: switchLabel },
    ({ form }) => (form.watch(enabled) ? <MissingSender of={enabled} settings={settings} /> : null),
    {
      kind: 'textarea',
      name: list,
      label: listLabel,
      placeholder,
      hint: (values) => recipientsHint(values[list] ?? '', words),
    },
  ]);

const { cooldownMinutes } = limits;

const alertFields: SettingField = {
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

type Name = keyof NotificationSettings;

/** Settings that a channel needs to send, and the tab that contains them. */
const senders: Partial<Record<Name, { tab: string; label: string; needs: readonly Name[] }>> = {
  email_enabled: { tab: 'email', label: 'Email (SMTP)', needs: ['smtp_host', 'smtp_from_email'] },
  sms_enabled: { tab: 'sms', label: 'SMS', needs: ['sendsms_username', 'sendsms_password'] },
};

/** A channel can be enabled before its server is configured. Then it sends nothing. */
function MissingSender({ of: enabled, settings }: { of: Name; settings: NotificationSettings }) {
  const sender = senders[enabled];
  if (!sender || sender.needs.every((name) => settings[name] !== '')) return null;
  const { tab, label } = sender;
  return (
    <p role="status" className="flex items-start gap-1.5 text-(--warn-fg)">
      <span className="mt-1">
        <ToneIcon tone="warn" />
      </span>
      <span>
        {settingsMessages.senderMissing} <Link to={`/settings?tab=${tab}`}>{label}</Link>
      </span>
    </p>
  );
}

function recipientsHint(list: string, { one, many }: { one: string; many: string }): string {
  const count = list.split(',').filter((part) => part.trim()).length;
  return `${count === 1 ? countOf(1, one) : `${count} ${many}`}, separated by commas`;
}
