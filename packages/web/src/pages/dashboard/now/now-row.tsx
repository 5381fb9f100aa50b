import type { OpenProblem } from '@upvigil/core/contract/dashboard';
import { kindLabel } from '@upvigil/core/contract/monitor-kinds/kind-label';
import { monitorPath } from '@upvigil/core/contract/names/paths';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { AcknowledgedAlert } from '../../../alerting/acknowledge-dialog.tsx';
import { Button } from '../../../components/basics/button.tsx';
import { CheckStrip } from '../../../components/pulse/check-strip.tsx';
import { DataRow } from '../../../components/rows/data-row.tsx';
import { splitAddress } from '../../../components/rows/split-address.ts';
import { formatTime, startOfLocalDay } from '../../../components/time/time-format.ts';
import { Badge } from '../../../components/tones/badge.tsx';
import { toneText } from '../../../components/tones/tone-classes.ts';
import { useIsAway } from '../../../reachability/watch-server.ts';

const columns = '88px minmax(0,1.35fr) minmax(0,1.15fr) minmax(110px,240px) 108px minmax(112px,0.6fr)';
const checksShown = 42;

interface NowRowProps {
  problem: OpenProblem;
  now: number;
  /** Must be a stable function. */
  onAcknowledge: (alert: AcknowledgedAlert) => void;
}

/** One open problem: how bad, where, why, its last checks, and for how long. */
export const NowRow = memo(function NowRow({ problem, now, onAcknowledge }: NowRowProps) {
  const tone = alertTone(problem.alert_type);
  const name = problem.name ?? problem.target;
  return (
    <DataRow columns={columns} className="relative max-md:grid-cols-[auto_minmax(0,1fr)_auto]">
      {() => (
        <>
          <span className="max-md:col-start-1 max-md:row-start-2">
            <Badge tone={tone}>{problem.alert_type === 'METADATA_MISSING' ? 'META TAG' : problem.alert_type}</Badge>
          </span>
          <Target problem={problem} />
          <span
            className={`truncate text-[0.8125rem] max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 ${toneText[tone]}`}
            title={problem.cause ?? undefined}
          >
            {problem.cause}
          </span>
          <div className="h-6.5 max-md:col-span-full max-md:row-start-3">
            {problem.recent_checks.states ? (
              <CheckStrip
                of={name}
                checks={problem.recent_checks}
                threshold={problem.response_time_threshold}
                count={checksShown}
              />
            ) : null}
          </div>
          <div className="text-right max-md:col-start-3 max-md:row-start-1">
            {problem.since ? <Since since={problem.since} now={now} /> : null}
          </div>
          <Acknowledgement problem={problem} onAcknowledge={onAcknowledge} />
        </>
      )}
    </DataRow>
  );
});

/** Who acknowledged the alert, or the Acknowledge button. Empty if the alert was deleted. */
function Acknowledgement({ problem, onAcknowledge }: Omit<NowRowProps, 'now'>) {
  const { alert_id, acknowledged_at, acknowledged_by, website_name, name, target, cause } = problem;
  if (alert_id === null) return <span />;
  const className =
    'relative text-right text-xs text-(--muted) max-md:col-span-full max-md:row-start-4 max-md:text-left';
  if (acknowledged_at !== null) {
    return (
      <p
        className={`line-clamp-2 wrap-anywhere ${className}`}
        title={`Acknowledged by ${acknowledged_by ?? 'somebody'}`}
      >
        Acknowledged{acknowledged_by ? ` by ${acknowledged_by}` : ''}
      </p>
    );
  }
  const message = `${website_name}: ${name ?? target}${cause ? `, ${cause}` : ''}`;
  return (
    <div className={className}>
      <Button
        size="small"
        isRequest
        className="max-md:w-full"
        onClick={() => onAcknowledge({ id: alert_id, message, acknowledged_at })}
      >
        <span>
          Acknowledge<span className="sr-only">: {name ?? target}</span>
        </span>
      </Button>
    </div>
  );
}

/** The link covers the whole row. */
function Target({ problem }: { problem: OpenProblem }) {
  const { name, target, kind, website_id, website_name, monitor_id } = problem;
  const [host, path] = splitAddress(target);
  return (
    <div className="min-w-0 max-md:col-span-2 max-md:col-start-1 max-md:row-start-1">
      <Link
        to={monitorPath(website_id, kind, monitor_id)}
        className="flex min-w-0 font-medium text-(--text) after:absolute after:inset-0 hover:no-underline focus-visible:-outline-offset-2"
        title={name ?? target}
      >
        {name === null && path ? (
          <>
            <span className="min-w-0 shrink-[9] truncate font-normal text-(--hint)">{host}</span>
            <span className="max-w-3/5 shrink-0 truncate">{path}</span>
          </>
        ) : (
          <span className="truncate">{name ?? target}</span>
        )}
      </Link>
      <p className="truncate text-xs text-(--muted)" title={name === null ? website_name : target}>
        {website_name}
        {name === null ? '' : ` · ${kindLabel(kind)} ${target}`}
      </p>
    </div>
  );
}

/** How long it lasts. Of old data only the beginning is sure, so that comes first and the duration stops. */
function Since({ since, now }: { since: string; now: number }) {
  const isAway = useIsAway();
  const isToday = startOfLocalDay(Date.parse(since)) === startOfLocalDay(now);
  const duration = durationSoFar(now - Date.parse(since));
  const beginning = (
    <>
      since <time dateTime={since}>{formatTime(since, isToday ? 'hourMinute' : 'dayMonth')}</time>
    </>
  );
  return (
    <>
      <p className="font-medium whitespace-nowrap">{isAway ? beginning : duration}</p>
      <p className="text-xs whitespace-nowrap text-(--muted)">
        {isAway ? `${duration} at ${formatTime(now, 'hourMinute')}` : beginning}
      </p>
    </>
  );
}
