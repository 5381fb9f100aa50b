import type { Alert } from '@upvigil/core/contract/alerts';
import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { defaults } from '@upvigil/core/defaults';
import { channelOf } from '@upvigil/core/format/alert-lines';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import type { Outage } from '@upvigil/core/status/outages';
import { longRangeIds, timeRanges } from '@upvigil/core/time-ranges';
import type { JSX } from 'react';
import { wrapWords } from '../../../output/break-text.ts';
import { line, type Span, span } from '../../../output/paint.ts';
import { dayAndTime } from '../../../output/times.ts';
import { Inline, Lines, Rule, spansWidth } from '../../components/inline.tsx';
import { type Freshness, Screen, ScreenFoot, TitleLine } from '../../components/screen.tsx';
import { isCompact, useStage } from '../../components/stage.ts';
import type { AlertsData } from '../../live/sources.ts';
import { selectedIndex, type ViewState } from '../../view-state.ts';
import { alertText } from '../short-target.ts';
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
  const spare = size.rows - framedBy - listLines(chosen);
  const detailLines = Math.max(leastDetails, Math.min(mostDetails, spare));
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
      {!compact && <Details alert={chosen?.alert} outage={chosen?.outage} lines={detailLines} />}
    </ScreenFoot>
  );
  const height = Math.max(1, size.rows - (compact ? compactLines : framedBy + detailLines));
  return (
    <Screen head={head} foot={foot}>
      {data && chosen && <ChosenList chosen={chosen} hours={data.hours} height={height} />}
    </Screen>
  );
}

/** Lines of title, filters, the rule before the details, and the last three. */
const framedBy = 4 + 1 + 3;
/** Lines for the selected row: its sentence, and the rest. Rows that the list does not need show more of it. */
const leastDetails = 2;
const mostDetails = 5;

/** Lines that the whole list would take, with its header and the titles of its days, of which it may have many. */
const listLines = (chosen: Chosen | null): number => {
  if (!chosen) return Number.POSITIVE_INFINITY;
  return 1 + (chosen.outages ? 2 * chosen.outages.length : chosen.alerts.length);
};

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

/** The actions on alerts, the most useful first, as many as fit. `?` lists all. */
function OtherKeysLine(): JSX.Element {
  const { size, view } = useStage();
  const other = view.alertRows === 'outages' ? 'All alerts' : 'Outages';
  const keys = [
    'A acknowledge',
    `m Mute ${defaults.muteHours} h`,
    `v ${other}`,
    'd delete',
    '* Acknowledge All',
    `o Clear Old Alerts (${defaults.clearOldAlertsDays}+ days)`,
    'X Clear All Alerts',
  ];
  const fits = (count: number): boolean => 1 + keys.slice(0, count).join('   ').length <= size.columns;
  const count = keys.findLastIndex((_key, at) => fits(at + 1)) + 1;
  return <Inline spans={[` ${keys.slice(0, count).join('   ')}`]} />;
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
  const types = [null, ...alertTypes].flatMap((type) => [choice(type ?? 'all', type === view.alertType), ' ']);
  const chosenType = [choice(view.alertType ?? 'all', true), ' (a to change)'];
  const lineWith = (shown: readonly (Span | string)[]) =>
    line(' Time Range: ', ...hours, 'hours', ...days, '   Alert Type: ', ...shown).spans;
  const all = lineWith(types);
  return <Inline spans={spansWidth(all) <= size.columns ? all : lineWith(chosenType)} />;
}

/** The row under the cursor. The lines do not depend on the row, so that the list does not move. */
function Details(props: Partial<Pick<Chosen, 'alert' | 'outage'>> & { lines: number }): JSX.Element {
  const { alert, outage, lines } = props;
  const { size, glyphs, now } = useStage();
  const parts = alert && [
    alert.alert_type,
    dayAndTime(alert.created_at),
    ...(outage ? [outageEnd(outage, now)] : []),
    alert.website_name,
    ...routingFacts(alert),
    ...alert.deliveries.map((each) => `${channelOf(each)} ${each.status}${each.reason ? ` (${each.reason})` : ''}`),
    `alert #${alert.id}`,
  ];
  const width = size.columns - 1;
  const facts = parts?.join(` ${glyphs.dot} `) ?? '';
  const wrapped = alert ? [...wrapWords(alert.message, width), ...wrapWords(facts, width)] : [];
  const texts =
    alert && wrapped.length > lines ? [alertText(alert, width, glyphs.ellipsis), ...wrapWords(facts, width)] : wrapped;
  // The last line ends with an ellipsis if more follows.
  const shown = Array.from({ length: lines }, (_, at) =>
    at < lines - 1 ? (texts[at] ?? '') : texts.slice(at).join(' '),
  );
  return (
    <>
      <Rule />
      <Lines lines={shown.map((text) => [` ${text}`])} />
    </>
  );
}

function outageEnd({ started_at, ended_at, isOpen }: Outage, now: number): string {
  if (isOpen) return `open for ${durationSoFar(now - (started_at ?? now))}`;
  return ended_at === null ? 'ended' : `ended ${dayAndTime(ended_at)}`;
}
