import type { Website } from '@upvigil/core/contract/websites';
import { Suspense } from 'react';
import { Spinner } from '../../components/basics/spinner.tsx';
import { Tabs } from '../../components/basics/tabs.tsx';
import { useTab } from '../../components/basics/use-tab.ts';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { useLeave } from '../../shell/boundary/unsaved-changes.tsx';

const UrlPanel = lazyPart(async () => ({ default: (await import('./urls/url-panel.tsx')).UrlPanel }));
const NetworkPanel = lazyPart(async () => ({ default: (await import('./network/network-panel.tsx')).NetworkPanel }));
const HeartbeatPanel = lazyPart(async () => ({
  default: (await import('./heartbeats/heartbeat-panel.tsx')).HeartbeatPanel,
}));
const SlackPanel = lazyPart(async () => ({ default: (await import('./slack/slack-panel.tsx')).SlackPanel }));

type Counted = Pick<Website, 'id' | 'url_count' | 'network_monitor_count' | 'heartbeat_count'>;

/** Tabs of a website. Each panel's code is loaded on demand. */
export function WebsiteTabs({ website }: { website: Counted }) {
  const { id, url_count, network_monitor_count, heartbeat_count = 0 } = website;
  const [selected, select] = useTab(['urls', 'network', 'slack', 'heartbeats'], 'urls');
  const leave = useLeave();
  const change = (tab: string) => void leave().then((mayLeave) => mayLeave && select(tab));
  const waiting = <Spinner />;
  return (
    <Tabs
      label="Parts of the website"
      selected={selected}
      onSelect={change}
      tabs={[
        {
          id: 'urls',
          label: 'URL Monitoring',
          count: url_count,
          panel: (
            <Suspense fallback={waiting}>
              <UrlPanel websiteId={id} />
            </Suspense>
          ),
        },
        {
          id: 'network',
          label: 'Network Monitoring',
          count: network_monitor_count - heartbeat_count,
          panel: (
            <Suspense fallback={waiting}>
              <NetworkPanel websiteId={id} />
            </Suspense>
          ),
        },
        {
          id: 'slack',
          label: 'Slack Integration',
          panel: (
            <Suspense fallback={waiting}>
              <SlackPanel websiteId={id} />
            </Suspense>
          ),
        },
        {
          id: 'heartbeats',
          label: 'Heartbeats',
          count: heartbeat_count,
          panel: (
            <Suspense fallback={waiting}>
              <HeartbeatPanel websiteId={id} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
