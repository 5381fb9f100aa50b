import { recipientSettings } from '@upvigil/core/contract/channel-kinds/built-in';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { limits } from '@upvigil/core/limits';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { Advanced } from '../../components/forms/advanced.tsx';
import { NumberField, TextArea, TextField } from '../../components/forms/inputs.tsx';
import { Checkbox, Switch } from '../../components/forms/toggles.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { ToneIcon } from '../../components/tones/tone-icon.tsx';
import { SettingsFormFrame } from './settings-form.tsx';
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts';
import { WithSettings } from './with-settings.tsx';

const names = [
  ...recipientSettings.flatMap(({ enabled, list }) => [enabled, list]),
  'alert_on_down',
  'alert_on_slow',
  'alert_on_metadata_missing',
  'alert_on_recovery',
  'alert_on_certificate',
  'alert_on_domain',
  'cooldown_minutes',
  'cert_alert_days',
  'domain_check_enabled',
  'domain_alert_days',
] as const;

const alertTypes = [
  ['alert_on_down', 'Down'],
  ['alert_on_slow', 'Slow'],
  ['alert_on_metadata_missing', 'Metadata missing'],
  ['alert_on_recovery', 'Recovery'],
  ['alert_on_certificate', 'Certificate expires'],
  ['alert_on_domain', 'Domain expires'],
] as const;

/** Who is told of what, and how often. */
export const NotificationsPanel = () => (
  <WithSettings>{(settings) => <NotificationsForm settings={settings} />}</WithSettings>
);

function NotificationsForm({ settings }: { settings: NotificationSettings }) {
  const contractForm = useSettingsForm(settings, names);
  const { form, field, numberField } = contractForm;
  return (
    <SettingsFormFrame contractForm={contractForm}>
      <section className="grid gap-4">
        <h2>Channels</h2>
        {recipientSettings.map(({ enabled, switchLabel, list, listLabel, placeholder, ...words }) => (
          <Fragment key={list}>
            <Switch label={switchLabel} registration={field(enabled).registration} />
            {form.watch(enabled) ? <MissingSender of={enabled} settings={settings} /> : null}
            <TextArea
              label={listLabel}
              placeholder={placeholder}
              hint={recipientsHint(form.watch(list) ?? '', words)}
              {...field(list)}
            />
          </Fragment>
        ))}
      </section>
      <section className="grid gap-4 border-t border-(--border) pt-5">
        <fieldset>
          <legend className="mb-2 text-[1.0625rem] leading-6 font-semibold">Alert types</legend>
          {alertTypes.map(([name, label]) => (
            <Checkbox key={name} label={label} registration={field(name).registration} />
          ))}
        </fieldset>
        <NumberField
          label="Cooldown"
          unit="minutes"
          range={limits.cooldownMinutes}
          hint={`${limits.cooldownMinutes.min} to ${limits.cooldownMinutes.max}: a monitor's problem is not told again within this time`}
          {...numberField('cooldown_minutes')}
        />
        <Ends contractForm={contractForm} />
      </section>
    </SettingsFormFrame>
  );
}

type Name = keyof NotificationSettings;

/** What nothing can be sent without, and the tab where it is entered. */
const senders: Partial<Record<Name, { tab: string; label: string; needs: readonly Name[] }>> = {
  email_enabled: { tab: 'email', label: 'Email (SMTP)', needs: ['smtp_host', 'smtp_from_email'] },
  sms_enabled: { tab: 'sms', label: 'SMS', needs: ['sendsms_username', 'sendsms_password'] },
};

/** A channel may be on before its server is set, and then sends nothing. */
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

/** When certificates and domains are told before they end. Most people leave it as it is. */
function Ends({ contractForm: { form, field } }: { contractForm: SettingsForm }) {
  const [certificates, isWatched, domains] = form.watch([
    'cert_alert_days',
    'domain_check_enabled',
    'domain_alert_days',
  ]);
  const [certField, domainField] = [field('cert_alert_days'), field('domain_alert_days')];
  return (
    <Advanced
      values={`Certificates ${certificates} days before they end, domains ${isWatched ? `${domains} days` : 'not watched'}`}
      hasError={certField.error !== undefined || domainField.error !== undefined}
    >
      <TextField
        label="Certificate alert days"
        hint="Days before the end, separated by commas; each is told once"
        {...certField}
      />
      <TextField label="Domain alert days" hint="The same of domains" {...domainField} />
      <div className="sm:col-span-2">
        <Switch
          label="Watch domains: ask their registries once a day when they expire"
          registration={field('domain_check_enabled').registration}
        />
      </div>
    </Advanced>
  );
}

function recipientsHint(list: string, { one, many }: { one: string; many: string }): string {
  const count = list.split(',').filter((part) => part.trim()).length;
  return `${count === 1 ? countOf(1, one) : `${count} ${many}`}, separated by commas`;
}
