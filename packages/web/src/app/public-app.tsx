import type { ComponentType } from 'react';
import type { PublicPageProps } from '../public/public-page-props.ts';
import { PageBoundary } from '../shell/boundary/page-boundary.tsx';
import { BrandProvider } from '../shell/brand.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';

interface PublicAppProps extends PublicPageProps {
  Page: ComponentType<PublicPageProps>;
}

/** Public page with the brand above it. Its links load whole documents, because each document contains its own data. */
export function PublicApp({ Page, ...props }: PublicAppProps) {
  return (
    <BrandProvider>
      <PublicLayout hasData>
        <PageBoundary>
          <Page {...props} />
        </PageBoundary>
      </PublicLayout>
    </BrandProvider>
  );
}
