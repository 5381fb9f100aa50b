import { useQuery } from '@tanstack/react-query';
import * as queries from '../../../api/queries.ts';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { SlackForm } from './slack-form.tsx';

/** The Slack settings of a website, or the defaults while there are none. */
export function SlackPanel({ websiteId }: { websiteId: number }) {
  const query = useQuery(queries.slackSettings(websiteId));
  return (
    <>
      <LoadState query={query} title="Could not load the Slack settings">
        <Skeleton height={320} />
      </LoadState>
      {query.data === undefined ? null : (
        <SlackForm key={query.data ? 'set' : 'unset'} websiteId={websiteId} settings={query.data} />
      )}
    </>
  );
}
