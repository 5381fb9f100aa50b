import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import * as queries from '../../api/queries.ts';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { BrandingForm } from './branding-form.tsx';
import { LogoCard } from './logo-card.tsx';

/** Here and not beside the other reads, which every signed-in page carries. */
const publicPages = queryOptions({
  queryKey: ['settings', 'public-pages'],
  queryFn: async ({ signal }) => (await api()).settings.getPublicPages({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The brand that every page shows, a text or a logo, and the language of the public ones. */
export function BrandingPanel() {
  const query = useQuery(queries.branding());
  const pages = useQuery(publicPages);
  return (
    <>
      <LoadState query={query} title="Could not load the branding">
        <Skeleton height={320} />
      </LoadState>
      <LoadState query={pages} title="Could not load the settings of the public pages">
        {null}
      </LoadState>
      {query.data && pages.data ? (
        <div className="grid gap-4">
          <BrandingForm branding={query.data} publicPages={pages.data} />
          <LogoCard branding={query.data} />
        </div>
      ) : null}
    </>
  );
}
