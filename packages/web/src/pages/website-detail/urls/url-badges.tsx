import type { UrlCheck } from '@upvigil/core/contract/checks';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { badgeOfState, stateBadges } from '@upvigil/core/status/monitor-state';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { maintenanceBadge } from '@upvigil/core/status/under-maintenance';
import { isSlowCheck, type StateBadge, urlStateBadge } from '@upvigil/core/status/url-state';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/tones/badge.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { recentCheck } from './url-state.ts';

/** The result of the newest check of a URL. */
export function StatusBadge({ url }: { url: UrlMonitor }) {
  const check = recentCheck(url);
  const { label, tone } = check ? checkBadge(check, url.response_time_threshold) : badgeOfState('unknown', url);
  return <Badge tone={tone}>{label}</Badge>;
}

const checkBadge = (check: UrlCheck, threshold: number): StateBadge =>
  isSlowCheck(check, threshold) ? stateBadges.slow : urlStateBadge(check.status_code);

/** Badges of a URL, in this order: Under Maintenance, the status of a slow answer, metadata, Active. */
export function UrlMarks({ url }: { url: UrlMonitor }) {
  const { last_check: check, metadata_tag, response_time_threshold, enabled } = url;
  const found = metadata_tag && check ? check.metadata_found : null;
  /** The badge says SLOW in its place. */
  const answer = check && isSlowCheck(check, response_time_threshold) ? urlStateBadge(check.status_code) : null;
  return (
    <>
      {url.maintenance ? <Mark tone="info">{maintenanceBadge().label}</Mark> : null}
      {answer ? <Mark tone={answer.tone}>{answer.label}</Mark> : null}
      {/* Nothing where metadata was not looked for, for instance because the page did not answer. */}
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
