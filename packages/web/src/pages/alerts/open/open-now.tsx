import type { Alert } from '@upvigil/core/contract/alerts';
import type { Silence } from '@upvigil/core/contract/silences';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { type Outage, unacknowledged } from '@upvigil/core/status/outages';
import { memo, useContext, useMemo } from 'react';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { useOpenRow } from '../../../components/rows/use-open-row.ts';
import { formatTime, sinceText } from '../../../components/time/time-format.ts';
import { toneTint } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { useIsAway } from '../../../reachability/watch-server.ts';
import { OpenCount } from '../../../shell/down-count/open-count.ts';
import { durationWords, serviceWords, shortName } from '../outage-texts.ts';
import type { AlertActions } from '../use-alert-actions.ts';
import { OpenRow } from './open-row.tsx';
import { type OpenChecks, silenceOf } from './open-words.ts';

interface OpenNowProps {
  /** Sorted by severity, then by age. */
  outages: readonly Outage[];
  /** Latest checks by the id of the alert. */
  checks: ReadonlyMap<number, OpenChecks>;
  silences: readonly Silence[];
  now: number;
  actions: AlertActions;
}

/** The open alerts, regardless of the time range. */
export const OpenNow = memo(function OpenNow({ outages, checks, silences, now, actions }: OpenNowProps) {
  const [openId, toggle] = useOpenRow();
  const isAway = useIsAway();
  const shown = useShownRows(outages);
  const waiting = useMemo(() => unacknowledged(outages.map(({ alert }) => alert)).length, [outages]);
  const [first] = outages;
  if (!first) return null;
  const tone = alertTone(first.alert.alert_type);
  return (
    <section className="card overflow-clip p-0!" aria-labelledby="open-alerts">
      <div
        className={`flex items-center gap-2 border-b border-(--border) px-5 py-2 text-[0.8125rem] max-md:px-4 ${toneTint[tone]}`}
      >
        <ToneIcon tone={tone} size={16} />
        <h2 id="open-alerts" className="flex-1 text-[0.9375rem] leading-5">
          {isAway ? `Open at ${formatTime(now, 'hourMinute')}` : 'Open now'}{' '}
          <span className="ml-1 text-[0.8125rem] font-medium">{outages.length}</span>
        </h2>
        <span>{waiting === 0 ? 'all acknowledged' : `${waiting} not acknowledged`}</span>
      </div>
      <ul>
        {shown.rows.map((outage) => (
          <OpenRow
            key={outage.alert.id}
            outage={outage}
            checks={checks.get(outage.alert.id)}
            silence={silenceOf(silences, outage.alert)}
            now={now}
            isOpen={outage.alert.id === openId}
            onToggle={toggle}
            actions={actions}
          />
        ))}
      </ul>
      <ShowMore shown={shown} noun="open alerts" />
    </section>
  );
});

/** Shown when no alert is open: names the last one that ended. */
export function NothingOpen({ last }: { last: Outage | undefined }) {
  const downNow = useContext(OpenCount);
  const isAway = useIsAway();
  const tone = downNow > 0 ? 'warn' : 'up';
  return (
    <section
      className="card flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 py-2! text-[0.8125rem]"
      aria-label="Open now"
    >
      <span
        className={`flex items-center gap-2 font-semibold ${tone === 'up' ? 'text-(--up-fg)' : 'text-(--warn-fg)'}`}
      >
        <ToneIcon tone={tone} size={16} />
        {nothingOpenWords(downNow, isAway)}
      </span>
      {last ? <span className="min-w-0 wrap-anywhere text-(--muted)">{lastWords(last)}</span> : null}
    </section>
  );
}

function nothingOpenWords(downNow: number, isAway: boolean): string {
  if (downNow > 0) return `${downNow} down, without an alert`;
  return isAway ? 'Nothing was open' : 'Nothing is open';
}

/** 'Last alert ended 08:31: /search, HTTP 502, 4 min'. */
function lastWords(outage: Outage): string {
  const { alert, ended_at } = outage;
  const words = serviceWords(alert);
  const length = durationWords(outage, Date.now());
  const when = ended_at === null ? '' : ` ${sinceText(new Date(ended_at).toISOString())}`;
  return `Last alert ended${when}: ${[shortName(words), words.cause, length === '–' ? '' : length].filter(Boolean).join(', ')}`;
}

export const checksById = (open: readonly (Alert & OpenChecks)[]): ReadonlyMap<number, OpenChecks> =>
  new Map(open.map((alert) => [alert.id, alert]));
