import { useQuery } from '@tanstack/react-query';
import type { Channel } from '@upvigil/core/contract/channels';
import { channelMessages } from '@upvigil/core/texts/channels';
import { routingMessages } from '@upvigil/core/texts/routing';
import * as queries from '../../../alerting/queries.ts';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { ExplainCard } from './explain-card.tsx';
import { PolicyList } from './policies/policy-list.tsx';
import { RuleList } from './rules/rule-list.tsx';
import { SwitchList } from './switches/switch-list.tsx';
import { useRoutingChanges } from './use-routing-changes.ts';
import { ZoneForm } from './zone-form.tsx';

const noChannels: readonly Channel[] = [];

export function RoutingPanel() {
  const query = useQuery(queries.routing());
  const ofChannels = useQuery(queries.channels());
  const changes = useRoutingChanges();
  const { data: document } = query;
  const channels = ofChannels.data ?? noChannels;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoadState query={query} title={routingMessages.loadFailed}>
        <Skeleton height={320} />
      </LoadState>
      <LoadState query={ofChannels} title={channelMessages.loadFailed}>
        {null}
      </LoadState>
      {document && ofChannels.data ? (
        <>
          <RuleList document={document} changes={changes} />
          <PolicyList document={document} channels={channels} changes={changes} />
          <SwitchList document={document} channels={channels} changes={changes} />
          <ExplainCard />
          <ZoneForm document={document} changes={changes} />
        </>
      ) : null}
    </div>
  );
}
