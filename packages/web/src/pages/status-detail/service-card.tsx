import type { DailyUptime, ResponseTimes } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { dayBar } from '@upvigil/core/status/pulse-geometry';
import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { memo, type ReactNode, useId, useMemo, useState } from 'react';
import { ResponseTimeChart } from '../../components/charts/response-time-chart.tsx';
import { DayStrip } from '../../components/pulse/day-strip.tsx';
import { PulseStrip } from '../../components/pulse/pulse-strip.tsx';
import { describeStrip, stripDays } from '../../components/pulse/strip-days.ts';
import { splitAddress } from '../../components/rows/split-address.ts';
import { Time } from '../../components/time/time.tsx';
import { startOfLocalDay } from '../../components/time/time-format.ts';
import { StateBadges } from '../../components/tones/state-badges.tsx';
import { toneText } from '../../components/tones/tone-classes.ts';
import { figures } from '../../language/figures.ts';
import { publicTexts } from '../../language/public-texts.ts';
import { coverageTitle } from '../../public/coverage-title.ts';
import { KeyFigures } from '../../public/key-figures.tsx';

interface ServiceCardProps {
  /** URL or name of the service. */
  title: string;
  /** Second line. */
  subtitle: ReactNode;
  badges: readonly ShownBadge[];
  lastCheck: string | null;
  responseLabel: string;
  /** Response time with its unit. */
  response: ReactNode;
  uptime: number | null;
  /** The observed part of its time, in percent. */
  coverage: number | null | undefined;
  /** In seconds. */
  checkInterval: number;
  chartLabel: string;
  unit: 's' | 'ms';
  points: ResponseTimes;
  days: DailyUptime;
  /** End of the chart's axis in ms since the epoch. */
  until: number;
  /** Simplified, because the page has many. */
  isLight: boolean;
  /** Collapsed to a line until opened. */
  folds: boolean;
}

/**
 * One URL or network service: state, chart of the last 24 hours, four figures and thirty days. A collapsed card is a
 * line that opens.
 */
export const ServiceCard = memo(function ServiceCard(props: ServiceCardProps) {
  const { title, subtitle, badges, folds } = props;
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  const isShown = !folds || isOpen;
  const stripLabel = publicTexts('pages').stripOf({ name: title });
  return (
    <article
      className={`card ${folds ? 'py-2 max-md:py-2' : 'nth-[n+12]:[contain-intrinsic-size:auto_218px] nth-[n+12]:[content-visibility:auto]'}`}
    >
      <div className={`flex items-center gap-x-5 gap-y-1 max-md:gap-x-3 ${folds ? 'max-md:flex-wrap' : ''}`}>
        <div className={`flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 ${folds ? 'max-md:basis-full' : ''}`}>
          <h3 className="max-w-full font-medium">
            {folds ? (
              <button
                type="button"
                className="flex min-h-8 max-w-full cursor-pointer items-center gap-2 rounded-md text-left pointer-coarse:min-h-11"
                aria-expanded={isOpen}
                aria-controls={bodyId}
                onClick={() => setIsOpen(!isOpen)}
              >
                <Chevron isOpen={isOpen} />
                <ServiceName name={title} />
              </button>
            ) : (
              <ServiceName name={title} />
            )}
          </h3>
          {subtitle && isShown ? <p className="text-xs wrap-anywhere text-(--muted)">{subtitle}</p> : null}
        </div>
        {isShown ? null : (
          <RowFigures label={stripLabel} uptime={props.uptime} coverage={props.coverage} days={props.days} />
        )}
        <StateBadges badges={badges} />
      </div>
      <div id={bodyId}>{isShown ? <ServiceBody {...props} stripLabel={stripLabel} /> : null}</div>
    </article>
  );
});

/** Mutes the host of a URL. The path starts a new line if both do not fit. */
function ServiceName({ name }: { name: string }) {
  const [host, path] = splitAddress(name);
  return (
    <span className="min-w-0 wrap-anywhere">
      {host ? <span className="font-normal text-(--muted)">{host}</span> : null}
      <wbr />
      {path}
    </span>
  );
}

const Chevron = ({ isOpen }: { isOpen: boolean }) => (
  <svg
    aria-hidden="true"
    className={`shrink-0 text-(--muted) ${isOpen ? 'rotate-90' : ''}`}
    width="12"
    height="12"
    viewBox="0 0 12 12"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M4.5 2.5 8 6 4.5 9.5" />
  </svg>
);

function ServiceBody(props: ServiceCardProps & { stripLabel: string }) {
  const { title, checkInterval, points, uptime, coverage, days } = props;
  const words = publicTexts('detail');
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_400px]">
      {points.length === 0 ? null : (
        <ResponseTimeChart
          label={props.chartLabel}
          of={title}
          points={points}
          height={defaults.statusChartHeightPx}
          unit={props.unit}
          gapSeconds={gapSeconds(checkInterval)}
          minutesPerPoint={defaults.responseTimePoints.minutesPerPoint}
          until={props.until}
        />
      )}
      <div className="min-w-0 lg:col-start-2">
        <KeyFigures
          isSpread
          figures={[
            { label: words.lastCheck, value: <LastCheck time={props.lastCheck} /> },
            { label: props.responseLabel, value: props.response },
            {
              label: words.dayUptime,
              value: figures().percent(uptime),
              tone: uptimeTone(uptime),
              ...coverageTitle(coverage),
            },
            { label: words.interval, value: words.intervalSeconds({ seconds: checkInterval }) },
          ]}
        />
        <p className="mt-3.5 mb-1.5 text-xs font-medium">{words.stripTitle({ days: defaults.dayStripDays })}</p>
        <DayStrip isLight={props.isLight} days={days} label={props.stripLabel} />
      </div>
    </div>
  );
}

/** Time of a check today; date and time of an older one. */
function LastCheck({ time }: { time: string | null }) {
  if (time === null) return publicTexts('detail').neverChecked;
  const isToday = startOfLocalDay(Date.parse(time)) === startOfLocalDay(Date.now());
  return <Time value={time} shape={isToday ? 'clock' : 'dateTime'} />;
}

/**
 * Seconds without a point that count as a gap. Points are averages of 15 minutes, so one missing point is a gap. Less
 * frequent monitors skip points regularly, so their interval is added.
 */
function gapSeconds(checkInterval: number): number {
  const pointSeconds = defaults.responseTimePoints.minutesPerPoint * 60;
  return pointSeconds * 1.5 + (checkInterval * 2 > pointSeconds ? checkInterval : 0);
}

interface RowFiguresProps {
  /** Accessible name of the strip. */
  label: string;
  uptime: number | null;
  coverage: number | null | undefined;
  days: DailyUptime;
}

/** Collapsed card: uptime today, and thirty days without a tab stop. */
function RowFigures({ label, uptime, coverage, days }: RowFiguresProps) {
  const strip = useMemo(() => stripDays(days), [days]);
  const bars = useMemo(() => strip.map((day) => dayBar(day.tone, day.downSeconds)), [strip]);
  return (
    <>
      <span className={`text-[0.8125rem] font-medium ${toneText[uptimeTone(uptime)]}`} {...coverageTitle(coverage)}>
        <span className="sr-only">{publicTexts('detail').dayUptime} </span>
        {figures().percent(uptime)}
      </span>
      <span className="w-50 shrink-0 max-md:hidden">
        <PulseStrip bars={bars} label={describeStrip(label, strip)} height={18} barPx={4} />
      </span>
    </>
  );
}
