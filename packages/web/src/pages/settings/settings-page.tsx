import { lazy, Suspense } from 'react';
import { Spinner } from '../../components/spinner.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useTab } from '../../components/use-tab.ts';
import { PageHeading } from '../../shell/page-heading.tsx';
import { useLeave } from '../../shell/unsaved-changes.tsx';

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

/** Everything that is set for the whole installation, a tab for each concern. */
export function SettingsPage() {
  const [selected, select] = useTab(['notifications', 'email', 'sms', 'branding']);
  const leave = useLeave();
  const change = (tab: string) => void leave().then((mayLeave) => mayLeave && select(tab));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeading title="Settings" />
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
    </div>
  );
}
