import { lazy, Suspense } from 'react';
import { Spinner } from '../../components/basics/spinner.tsx';
import { Tabs } from '../../components/basics/tabs.tsx';
import { useTab } from '../../components/basics/use-tab.ts';
import { useLeave } from '../../shell/boundary/unsaved-changes.tsx';

const NotificationsPanel = lazy(async () => ({
  default: (await import('./notifications-panel.tsx')).NotificationsPanel,
}));
const EmailPanel = lazy(async () => ({ default: (await import('./email-panel.tsx')).EmailPanel }));
const SmsPanel = lazy(async () => ({ default: (await import('./sms-panel.tsx')).SmsPanel }));
const BrandingPanel = lazy(async () => ({ default: (await import('./branding-panel.tsx')).BrandingPanel }));

const panels = [
  { id: 'notifications', label: 'Notifications', Panel: NotificationsPanel },
  { id: 'email', label: 'Email (SMTP)', Panel: EmailPanel },
  { id: 'sms', label: 'SMS', Panel: SmsPanel },
  { id: 'branding', label: 'Branding', Panel: BrandingPanel },
] as const;
const ids = panels.map(({ id }) => id);

/** The tabs of the settings. The code of a panel is loaded when it is shown. */
export function SettingsTabs() {
  const [selected, select] = useTab(ids, 'notifications');
  const leave = useLeave();
  const change = (tab: string) => void leave().then((mayLeave) => mayLeave && select(tab));
  return (
    <Tabs
      label="Settings"
      selected={selected}
      onSelect={change}
      tabs={panels.map(({ id, label, Panel }) => ({
        id,
        label,
        panel: (
          <Suspense fallback={<Spinner />}>
            <Panel />
          </Suspense>
        ),
      }))}
    />
  );
}
