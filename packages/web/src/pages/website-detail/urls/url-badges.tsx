import type { UrlCheck } from '@upvigil/core/contract/checks';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { maintenanceBadge } from '@upvigil/core/status/under-maintenance';
import { isSlow, urlStateBadge } from '@upvigil/core/status/url-state';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/tones/badge.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';

export function StatusBadge({ check }: { check: UrlCheck | null }) {
  if (!check) return <Badge tone="none">No Data</Badge>;
  const { label, tone } = urlStateBadge(check.status_code);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Badges of a URL, in this order: Under Maintenance, SLOW, metadata, Active. */
export function UrlMarks({ url }: { url: UrlMonitor }) {
  const { last_check: check, metadata_tag, response_time_threshold, enabled } = url;
  const found = metadata_tag && check ? check.metadata_found : null;
  return (
    <>
      {url.maintenance ? <Mark tone="info">{maintenanceBadge().label}</Mark> : null}
      {isSlow(check?.response_time ?? null, response_time_threshold) ? <Mark tone="warn">SLOW</Mark> : null}
      {/* Hidden if the check did not look for metadata, for example because the page did not respond. */}
      {found === null ? null : (
        <Mark tone={found ? 'up' : 'warn'}>{found ? 'Metadata found' : 'Metadata not found'}</Mark>
      )}
      <Mark tone={enabled ? 'up' : 'none'}>{enabled ? 'Active' : 'Disabled'}</Mark>
    </>
  );
}

/** Badge without a tint, for a line of several badges. */
const Mark = ({ tone, children }: { tone: Tone | InfoTone; children: ReactNode }) => (
  <span className={`inline-flex shrink-0 items-center gap-1 font-medium ${toneText[tone]}`}>
    <ToneIcon tone={tone} />
    {children}
  </span>
);
