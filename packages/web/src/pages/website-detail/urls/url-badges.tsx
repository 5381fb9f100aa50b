import type { UrlCheck } from '@upvigil/core/contract/checks';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { isSlow, urlStateBadge } from '@upvigil/core/status/url-state';
import { Badge } from '../../../components/basics/badge.tsx';

/** Status, SLOW, metadata and Active of a URL, in this order. */
export function UrlBadges({ url }: { url: UrlMonitor }) {
  const check = url.last_check;
  const isUrlSlow = isSlow(check?.response_time ?? null, url.response_time_threshold);
  return (
    <span className="flex flex-wrap gap-1.5">
      <StatusBadge check={check} />
      {isUrlSlow ? <Badge tone="warn">SLOW</Badge> : null}
      {url.metadata_tag && check ? <MetadataBadge found={check.metadata_found} /> : null}
      <Badge tone={url.enabled ? 'up' : 'none'}>{url.enabled ? 'Active' : 'Disabled'}</Badge>
    </span>
  );
}

function StatusBadge({ check }: { check: UrlCheck | null }) {
  if (!check) return <Badge tone="none">No Data</Badge>;
  const { label, tone } = urlStateBadge(check.status_code);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Nothing where metadata was not looked for, for instance because the page did not answer. */
export function MetadataBadge({ found }: { found: boolean | null }) {
  if (found === null) return null;
  return <Badge tone={found ? 'up' : 'warn'}>{found ? 'Metadata found' : 'Metadata not found'}</Badge>;
}
