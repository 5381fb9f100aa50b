import { PageHeading } from '../../shell/page-heading.tsx';

export function WebsitesPage() {
  return <PageHeading title="Websites" />;
}
