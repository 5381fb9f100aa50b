import { PageHeading } from '../../shell/page-heading.tsx';

export function BackupPage() {
  return <PageHeading title="Backup \&amp; Restore" />;
}
