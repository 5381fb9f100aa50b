import { type ComponentType, Suspense, useSyncExternalStore } from 'react';
import { Spinner } from '../../components/basics/spinner.tsx';
import { Tabs } from '../../components/basics/tabs.tsx';
import { useTab } from '../../components/basics/use-tab.ts';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { useLeave } from '../../shell/boundary/unsaved-changes.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { type SettingsTab, settingsTabs } from '../../shell/settings-tabs.ts';

export const SettingsPage = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <PageHead title="Settings" />
    <SettingsTabs />
  </div>
);

const NotificationsPanel = lazyPart(async () => ({
  default: (await import('./notifications-panel.tsx')).NotificationsPanel,
}));
const EmailPanel = lazyPart(async () => ({ default: (await import('./email-panel.tsx')).EmailPanel }));
const SmsPanel = lazyPart(async () => ({ default: (await import('./sms-panel.tsx')).SmsPanel }));
const BrandingPanel = lazyPart(async () => ({ default: (await import('./branding-panel.tsx')).BrandingPanel }));
const ChannelsPanel = lazyPart(async () => ({
  default: (await import('./channels/channels-panel.tsx')).ChannelsPanel,
}));
const RoutingPanel = lazyPart(async () => ({ default: (await import('./routing/routing-panel.tsx')).RoutingPanel }));
const ReportsPanel = lazyPart(async () => ({ default: (await import('./reports/reports-panel.tsx')).ReportsPanel }));
const GeneralPanel = lazyPart(async () => ({ default: (await import('./general/general-panel.tsx')).GeneralPanel }));
const AccessPanel = lazyPart(async () => ({ default: (await import('./access/access-panel.tsx')).AccessPanel }));
const AuditPanel = lazyPart(async () => ({ default: (await import('./audit/audit-panel.tsx')).AuditPanel }));
const DiagnosticsPanel = lazyPart(async () => ({
  default: (await import('./diagnostics/diagnostics-panel.tsx')).DiagnosticsPanel,
}));

const panels: Record<SettingsTab, ComponentType> = {
  notifications: NotificationsPanel,
  email: EmailPanel,
  sms: SmsPanel,
  branding: BrandingPanel,
  channels: ChannelsPanel,
  routing: RoutingPanel,
  reports: ReportsPanel,
  access: AccessPanel,
  audit: AuditPanel,
  diagnostics: DiagnosticsPanel,
  general: GeneralPanel,
};
const ids = settingsTabs.map(({ id }) => id);

/** From 1024 px on, tabs are to the left of the panels, which keep a readable width. */
const sideMedia = '(min-width: 1024px)';

const followSide = (onChange: () => void) => {
  const media = window.matchMedia(sideMedia);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
};
const isSide = (): boolean => window.matchMedia(sideMedia).matches;

/** Tabs of the settings. Each panel's code is loaded on demand. */
function SettingsTabs() {
  const [selected, select] = useTab(ids, 'notifications');
  const leave = useLeave();
  const orientation = useSyncExternalStore(followSide, isSide) ? 'vertical' : undefined;
  const change = (tab: string) => void leave().then((mayLeave) => mayLeave && select(tab));
  return (
    <Tabs
      label="Settings"
      selected={selected}
      onSelect={change}
      orientation={orientation}
      className="tabs-at-side"
      tabs={settingsTabs.map(({ id, label, ...tab }) => {
        const Panel = panels[id];
        const panel = (
          <Suspense key={id} fallback={<Spinner />}>
            <Panel />
          </Suspense>
        );
        return { id, label, group: 'group' in tab ? tab.group : undefined, panel };
      })}
    />
  );
}
