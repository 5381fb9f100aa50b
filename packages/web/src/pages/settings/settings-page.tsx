import { PageHeading } from '../../shell/page-heading.tsx';

export function SettingsPage() {
  return <PageHeading title="Settings" />;
}
