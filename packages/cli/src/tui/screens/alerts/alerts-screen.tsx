import type { Alert } from '@upvigil/core/contract/alerts';
import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { defaults } from '@upvigil/core/defaults';
import { channelOf } from '@upvigil/core/format/alert-lines';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import type { Outage } from '@upvigil/core/status/outages';
import { longRangeIds, timeRanges } from '@upvigil/core/time-ranges';
import type { JSX } from 'react';
import { type Span, span } from '../../../output/paint.ts';
import { dayAndTime } from '../../../output/times.ts';
import { Inline, Rule } from '../../components/inline.tsx';
import { type Freshness, Screen, ScreenFoot, TitleLine } from '../../components/screen.tsx';
import { isCompact, isWide, useStage } from '../../components/stage.ts';
import type { AlertsData } from '../../live/sources.ts';
import { selectedIndex, type ViewState } from '../../view-state.ts';
import { AlertList } from './alert-list.tsx';
import { routingFacts } from './alert-overlays.tsx';
import { shownAlerts, shownOutages, showsOutages } from './alerts-model.ts';
import { OutageList } from './outage-list.tsx';

export function AlertsTitle({ data, freshness }: { data: AlertsData | null; freshness: Freshness }): JSX.Element {
  const { view, brand } = useStage();
  return (
    <TitleLine title="Alerts" about={data ? chosenOf(data, view).count : ''} brand={brand} freshness={freshness} />
  );
}

/** The alerts of a range: filters, the list, and details of the selected alert. */
export function AlertsScreen({ data, title }: { data: AlertsData | null; title: JSX.Element }): JSX.Element {
  const { size, view } = useStage();
  const compact = isCompact(size);
  const chosen = data && chosenOf(data, view);
  const head = (
    <>
      {title}
      {!compact && (
        <>
          <Rule />
          <FilterLine />
          <Rule />
        </>
      )}
    </>
  );
  const foot = (
    <ScreenFoot scope="alerts" legend={!compact && <OtherKeysLine />}>
      {!compact && <Details alert={chosen?.alert} outage={chosen?.outage} />}
    </ScreenFoot>
  );
  const height = Math.max(1, size.rows - (compact ? compactLines : framedBy));
  return (
    <Screen head={head} foot={foot}>
      {data && chosen && <ChosenList chosen={chosen} hours={data.hours} height={height} />}
    </Screen>
  );
}

/** Lines of title, filters, details, and the last three. */
const framedBy = 4 + 3 + 3;
/** Lines of title, status line and keys. */
const compactLines = 3;

/** The list in the chosen form: alerts or outages. */
interface Chosen {
  /** The count for the title. */
  count: string;
  selected: number;
  /** The alert of the row under the cursor. */
  alert: Alert | undefined;
  outage: Outage | undefined;
  alerts: readonly Alert[];
  outages: readonly Outage[] | null;
}

function chosenOf(data: AlertsData, view: ViewState): Chosen {
  const outages = showsOutages(view) ? shownOutages(data, view.alertType, view.filter) : null;
  const alerts = outages ? outages.map(({ alert }) => alert) : shownAlerts(data, view.alertType, view.filter);
  const selected = selectedIndex(
    alerts.map(({ id }) => String(id)),
    view.selected.alerts,
  );
  const count = outages
    ? `${counted(outages.length, 'problem')} from ${counted(data.alerts.length, 'alert')}`
    : `${alerts.length} of ${data.alerts.length}`;
  return { count, selected, alert: alerts[selected], outage: outages?.[selected], alerts, outages };
}

function ChosenList(props: { chosen: Chosen; hours: number; height: number }): JSX.Element {
  const { chosen, hours, height } = props;
  const { alerts, outages, selected } = chosen;
  return outages ? (
    <OutageList items={outages} selected={selected} height={height} hours={hours} />
  ) : (
    <AlertList items={alerts} selected={selected} height={height} />
  );
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The actions on alerts, the most useful first. */
function OtherKeysLine(): JSX.Element {
  const { view } = useStage();
  const other = view.alertRows === 'outages' ? 'All alerts' : 'Outages';
  return (
    <Inline
      spans={[
        ` A acknowledge   m Mute ${defaults.muteHours} h   v ${other}   d delete`,
        `   * Acknowledge All   o Clear Old Alerts (${defaults.clearOldAlertsDays}+ days)   X Clear All Alerts`,
      ]}
    />
  );
}

/** 'Time Range: 1 6 [24] 72 168 hours 30d 90d 1y   Alert Type: [all] DOWN …' */
function FilterLine(): JSX.Element {
  const { size, view } = useStage();
  const choice = (text: string, isChosen: boolean): Span => (isChosen ? span(`[${text}]`, 'strong') : span(text));
  const ranges = defaults.alertRangesHours.some((hours) => hours === view.alertHours)
    ? defaults.alertRangesHours
    : [...defaults.alertRangesHours, view.alertHours];
  const chosen = (range: number) => range === view.alertHours;
  const isLong = (range: number) => longRangeIds.some((id) => timeRanges[id].hours === range);
  const hours = ranges
    .filter((range) => !isLong(range))
    .flatMap((range) => [choice(String(range), chosen(range)), ' ']);
  const days = longRangeIds.flatMap((id) => [' ', choice(id, chosen(timeRanges[id].hours))]);
  const types = isWide(size)
    ? [null, ...alertTypes].flatMap((type) => [choice(type ?? 'all', type === view.alertType), ' '])
    : [choice(view.alertType ?? 'all', true), ' (a to change)'];
  return <Inline spans={[' Time Range: ', ...hours, 'hours', ...days, '   Alert Type: ', ...types]} />;
}

/** The row under the cursor in full; always three lines, so that the list does not move. */
function Details({ alert, outage }: Partial<Pick<Chosen, 'alert' | 'outage'>>): JSX.Element {
  const { glyphs, now } = useStage();
  const parts = alert && [
    alert.alert_type,
    dayAndTime(alert.created_at),
    ...(outage ? [outageEnd(outage, now)] : []),
    alert.website_name,
    ...routingFacts(alert),
    ...alert.deliveries.map((each) => `${channelOf(each)} ${each.status}${each.reason ? ` (${each.reason})` : ''}`),
    `alert #${alert.id}`,
  ];
  return (
    <>
      <Rule />
      <Inline spans={[alert ? ` ${alert.message}` : '']} />
      <Inline spans={[parts ? ` ${parts.join(` ${glyphs.dot} `)}` : '']} />
    </>
  );
}

function outageEnd({ started_at, ended_at, isOpen }: Outage, now: number): string {
  if (isOpen) return `open for ${durationSoFar(now - (started_at ?? now))}`;
  return ended_at === null ? 'ended' : `ended ${dayAndTime(ended_at)}`;
}
