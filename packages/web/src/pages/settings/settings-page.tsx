import { lazy, Suspense } from 'react';
import { buttonClass } from '../../components/basics/button.tsx';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { PageHead } from '../../shell/page-head.tsx';

const SettingsTabs = lazy(async () => ({ default: (await import('./settings-tabs.tsx')).SettingsTabs }));

/** Everything that is set for the whole installation, a tab for each concern. */
export const SettingsPage = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <PageHead
      title="Settings"
      actions={
        <a href="/certificates" className={buttonClass('bare')}>
          Certificates
        </a>
      }
    />
    <Suspense fallback={<Skeleton height={400} />}>
      <SettingsTabs />
    </Suspense>
  </div>
);
