import { recipientSettings } from '@upvigil/core/contract/channel-kinds/built-in';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { messages } from '@upvigil/core/texts/messages';
import { settingsMessages } from '@upvigil/core/texts/settings';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useIsNobodyNotified } from '../../alerting/nobody-notified.ts';
import { buttonClass } from '../../components/basics/button.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { alertFields } from './alert-fields.ts';
import { missingSettings, senderNeeds } from './missing-sender.ts';
import { NotificationSettingsForm, type SettingField } from './notification-settings-form.tsx';

const SetUpAlerts = lazyPart(async () => ({ default: (await import('./setup/set-up-alerts.tsx')).SetUpAlerts }));

/** All notification settings; with `?setup` in the address, one channel after another. */
export function NotificationsPanel() {
  const [params] = useSearchParams();
  if (params.has('setup')) return <SetUpAlerts />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SetUpOffer />
      <NotificationSettingsForm
        fields={(settings) => [{ kind: 'section', legend: 'Channels', fields: channelFields(settings) }, alertFields]}
      />
    </div>
  );
}

/** Link to Set Up Alerts, with a note while no channel is on. */
function SetUpOffer() {
  const isNobody = useIsNobodyNotified();
  return (
    <div className="card flex flex-wrap items-center justify-between gap-3">
      <p>{isNobody ? messages.dashboard.nobodyNotified : settingsMessages.setUp}</p>
      <Link to="/settings?setup" className={buttonClass(isNobody ? 'primary' : 'quiet')}>
        Set Up Alerts
      </Link>
    </div>
  );
}

const channelFields = (settings: NotificationSettings): SettingField[] =>
  recipientSettings.flatMap(({ enabled, switchLabel, list, listLabel, placeholder, ...words }): SettingField[] => [
    { kind: 'switch', name: enabled, label: switchLabel },
    ({ form }) => (form.watch(enabled) ? <MissingSender of={enabled} settings={settings} /> : null),
    ({ form }) =>
      form.watch(enabled) && !form.watch(list) ? <Warning>{settingsMessages.recipientsMissing}</Warning> : null,
    {
      kind: 'textarea',
      name: list,
      label: listLabel,
      placeholder,
      hint: (values) => recipientsHint(values[list] ?? '', words),
    },
  ]);

type Name = keyof NotificationSettings;

/** The tabs with the settings that a channel needs to send. */
const senders: Partial<Record<Name, { tab: keyof typeof senderNeeds; label: string }>> = {
  email_enabled: { tab: 'email', label: 'Email (SMTP)' },
  sms_enabled: { tab: 'sms', label: 'SMS' },
};

/** A channel can be enabled before its server is configured. Then it sends nothing. */
function MissingSender({ of: enabled, settings }: { of: Name; settings: NotificationSettings }) {
  const sender = senders[enabled];
  if (!sender || missingSettings(senderNeeds[sender.tab], settings).length === 0) return null;
  const { tab, label } = sender;
  return (
    <Warning>
      {settingsMessages.senderMissing} <Link to={`/settings?tab=${tab}`}>{label}</Link>
    </Warning>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p role="status" className="flex items-start gap-1.5 text-(--warn-fg)">
    <span className="mt-1">
      <ToneIcon tone="warn" />
    </span>
    <span>{children}</span>
  </p>
);

function recipientsHint(list: string, { one, many }: { one: string; many: string }): string {
  const count = list.split(',').filter((part) => part.trim()).length;
  return `${count === 1 ? countOf(1, one) : `${count} ${many}`}, separated by commas`;
}
