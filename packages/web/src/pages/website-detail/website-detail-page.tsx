import { PageHeading } from '../../shell/page-heading.tsx';

export function WebsiteDetailPage() {
  return <PageHeading title="Website" />;
}
