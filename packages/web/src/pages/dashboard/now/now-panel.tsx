import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import type { Tone } from '@upvigil/core/status/tone';
import { memo, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AcknowledgedAlert } from '../../../alerting/acknowledge-dialog.tsx';
import { buttonClass } from '../../../components/basics/button.tsx';
import { Time } from '../../../components/time/time.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { toneTint } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { useIsAway } from '../../../reachability/watch-server.ts';
import { NotCheckedNow } from './not-checked-now.tsx';
import { NowRow } from './now-row.tsx';

const AcknowledgeDialog = lazyPart(async () => ({
  default: (await import('../../../alerting/acknowledge-dialog.tsx')).AcknowledgeDialog,
}));

const rowsAtFirst = 5;

interface NowPanelProps {
  stats: DashboardStats;
  /** Time of the statistics in ms since the epoch. */
  now: number;
}

/** Current problems with cause and start, the worst first; one line without any. */
export const NowPanel = memo(function NowPanel({ stats, now }: NowPanelProps) {
  const [isAll, setIsAll] = useState(false);
  const [acknowledged, setAcknowledged] = useState<AcknowledgedAlert | null>(null);
  const isAway = useIsAway();
  const { open_problems } = stats;
  if (!open_problems) return null;
  const { worst, ...counts } = open_problems;
  const total = counts.down + counts.slow + counts.metadata;
  const notChecked = stats.not_checked?.total ? <NotCheckedNow {...stats.not_checked} /> : null;
  if (total === 0) return notChecked ?? <Calm stats={stats} asOf={isAway ? now : null} />;
  const tone = toneOf(counts);
  return (
    <>
      <section className="card overflow-hidden p-0!" aria-labelledby="open-now">
        <div className={`flex items-center gap-3 border-b border-(--border) px-5 py-3 max-md:px-4 ${toneTint[tone]}`}>
          <ToneIcon tone={tone} size={18} />
          <h2 id="open-now" className="flex-1 text-base">
            {headlineOf(counts, isAway)}
          </h2>
          <span className="text-[0.8125rem] max-md:hidden">
            {isAway ? `as of ${formatTime(now, 'hourMinute')}` : longestOf(worst, now)}
          </span>
        </div>
        <ul>
          {worst.slice(0, isAll ? worst.length : rowsAtFirst).map((problem) => (
            <NowRow key={problem.monitor_id} problem={problem} now={now} onAcknowledge={setAcknowledged} />
          ))}
        </ul>
        {total > rowsAtFirst ? (
          <div className="flex flex-wrap items-center gap-3 border-t border-(--border) px-5 py-2 max-md:px-4">
            <button
              type="button"
              className={buttonClass('quiet')}
              aria-expanded={isAll}
              onClick={() => setIsAll((was) => !was)}
            >
              {isAll ? 'Show fewer' : `All ${total}`} <span className="sr-only">open problems</span>
            </button>
            {isAll && total > worst.length ? (
              <span className="text-(--muted)">
                and {total - worst.length} more, see <Link to="/alerts">all alerts</Link>
              </span>
            ) : null}
          </div>
        ) : null}
      </section>
      {notChecked}
      {acknowledged ? (
        <Suspense fallback={null}>
          <AcknowledgeDialog alerts={[acknowledged]} onClose={() => setAcknowledged(null)} />
        </Suspense>
      ) : null}
    </>
  );
});

function toneOf({ down, slow }: { down: number; slow: number }): Tone {
  if (down > 0) return 'down';
  return slow > 0 ? 'warn' : 'none';
}

function longestOf(worst: NonNullable<DashboardStats['open_problems']>['worst'], now: number): string {
  const times = worst.flatMap(({ since }) => (since === null ? [] : Date.parse(since)));
  return times.length === 0 ? '' : `longest ${durationSoFar(now - Math.min(...times))}`;
}

/** Claims nothing about unchecked services, nor while a failed check awaits confirmation. */
function Calm({ stats, asOf }: { stats: DashboardStats; asOf: number | null }) {
  const unconfirmed = stats.urls_down + stats.urls_slow + stats.network_monitors_down;
  if (stats.urls_up + stats.network_monitors_up + unconfirmed === 0) return null;
  const tone = unconfirmed > 0 ? 'warn' : 'up';
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-1 text-(--muted)">
      <span className={`flex items-center gap-2 ${tone === 'up' ? 'text-(--up-fg)' : 'text-(--warn-fg)'}`}>
        <ToneIcon tone={tone} size={16} />
        {unconfirmed > 0 ? `${unconfirmed} with a failed last check, not confirmed yet.` : calmSentence(asOf)}
      </span>
      {stats.last_outage_ended_at ? (
        <span>
          Last outage ended <Time value={stats.last_outage_ended_at} />.
        </span>
      ) : null}
    </p>
  );
}

const calmSentence = (asOf: number | null): string =>
  asOf === null ? 'Everything is up.' : `Everything was up at ${formatTime(asOf, 'hourMinute')}.`;

type OpenProblems = NonNullable<DashboardStats['open_problems']>;

/** '3 services are down, 1 is slow', in the past tense for old data; empty without problems. */
export function headlineOf({ down, slow, metadata }: Omit<OpenProblems, 'worst'>, isPast = false): string {
  const is = isPast ? 'was' : 'is';
  const are = isPast ? 'were' : 'are';
  const parts = [
    { count: down, one: `${is} down`, many: `${are} down` },
    { count: slow, one: `${is} slow`, many: `${are} slow` },
    {
      count: metadata,
      one: `${isPast ? 'lacked' : 'lacks'} its meta tag`,
      many: `${isPast ? 'lacked' : 'lack'} their meta tags`,
    },
  ].filter(({ count }) => count > 0);
  return parts
    .map(({ count, one, many }, index) => {
      const noun = index > 0 ? '' : count === 1 ? ' service' : ' services';
      return `${count}${noun} ${count === 1 ? one : many}`;
    })
    .join(', ');
}
