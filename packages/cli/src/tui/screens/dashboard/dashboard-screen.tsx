import type { Alert } from '@upvigil/core/contract/alerts';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import { defaults } from '@upvigil/core/defaults';
import { shortUptime } from '@upvigil/core/format/percent';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { messages } from '@upvigil/core/texts/messages';
import type { JSX } from 'react';
import type { Glyphs } from '../../../output/glyphs.ts';
import { roleOfTone, span } from '../../../output/paint.ts';
import { hourMinute } from '../../../output/times.ts';
import { rangeLabel, serviceBadge } from '../../../status/dashboard-view.ts';
import { websiteBadge } from '../../../status/states.ts';
import { type CompactItem, CompactList } from '../../components/compact-list.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Heading, Inline, Rule } from '../../components/inline.tsx';
import { type Freshness, Screen, ScreenFoot, TitleLine } from '../../components/screen.tsx';
import { isCompact, isWide, type Stage, useStage } from '../../components/stage.ts';
import { moreText, shareRows, windowAround } from '../../components/windows.ts';
import type { DashboardData } from '../../live/sources.ts';
import { type Pane, selectedIndex, type ViewState } from '../../view-state.ts';
import { alertText, shortTarget } from '../short-target.ts';
import { noMatch, problemKey, shownProblems, shownServices, shownWebsites } from './dashboard-model.ts';
import { Headline, ProblemTable } from './dashboard-problems.tsx';
import { ServiceTable, WebsiteTable } from './dashboard-tables.tsx';
import { Ledger, ledgerHeight } from './ledger.tsx';

export function DashboardTitle({ data, freshness }: { data: DashboardData | null; freshness: Freshness }): JSX.Element {
  const { size, view, brand } = useStage();
  const about = rangeLabel(data?.hours ?? view.dashboardHours);
  return (
    <TitleLine
      title="Monitoring Dashboard"
      about={isWide(size) ? `Range: ${about}` : about}
      brand={brand}
      freshness={freshness}
    />
  );
}

/** Problems, counts, websites, network services and alerts; problems first in each list. */
export function DashboardScreen({ data, title }: { data: DashboardData | null; title: JSX.Element }): JSX.Element {
  const { size, view, glyphs } = useStage();
  const hasProblem = data !== null && focusedPane(data, view) === 'problems';
  const head = (
    <>
      {title}
      {!data && <Rule />}
    </>
  );
  return (
    <Screen head={head} foot={<ScreenFoot scope="dashboard" hint={hasProblem ? problemKeys(glyphs) : ''} />}>
      {data && (isCompact(size) ? <CompactDashboard data={data} /> : <Parts data={data} />)}
    </Screen>
  );
}

const problemKeys = ({ enter }: Glyphs): string => `A acknowledge   m Mute ${defaults.muteHours} h   ${enter} open`;

/** Without problems, the cursor is in the list of websites. */
const focusedPane = (data: DashboardData, { pane, filter }: Pick<ViewState, 'pane' | 'filter'>): Pane =>
  pane === 'problems' && shownProblems(data, filter).length === 0 ? 'websites' : pane;

/** Lines of title, status line and keys. */
const framedBy = 3;
/** Problems come first where space is short; the other lists get the rest. */
const problemRows = { wants: 10, weight: 6, least: 3 } as const;

function Parts({ data }: { data: DashboardData }): JSX.Element {
  const stage = useStage();
  const { size, view } = stage;
  const problems = shownProblems(data, view.filter);
  const websites = shownWebsites(data, view.filter);
  const services = shownServices(data, view.filter);
  const alerts = data.stats.recent_alerts.slice(0, defaults.recentAlertsShown);
  // Headlines of problems, websites, services and alerts, and the rules between the parts.
  const fixed = 1 + ledgerHeight(data, size) + 1 + (isWide(size) ? 2 : 1) + 1 + 4;
  const room = Math.max(0, size.rows - framedBy - fixed);
  const [rows = 0, websiteRows = 0, serviceRows = 0, alertRows = 0] = shareRows(room, [
    { ...problemRows, wants: Math.min(problemRows.wants, problems.length) },
    { wants: Math.max(1, websites.length), weight: 5, least: 3 },
    { wants: Math.max(1, services.length), weight: 3, least: 2 },
    { wants: Math.max(1, alerts.length), weight: 3, least: 1 },
  ]);
  const shown = windowOf('problems', problems.map(problemKey), rows, focusedPane(data, view), stage);
  return (
    <>
      <Headline data={data} shown={rows} />
      <ProblemTable problems={problems.slice(shown.start, shown.end)} selected={shown.selected} />
      <Rule />
      <Ledger data={data} />
      <Rule />
      <Websites data={data} websites={websites} rows={websiteRows} />
      <Rule />
      <Services data={data} services={services} rows={serviceRows} />
      <Rule />
      <Heading text={`RECENT ALERTS${isWide(size) ? ` (${alerts.length})` : ''}`} about="" />
      <RecentAlerts alerts={alerts.slice(0, alertRows)} />
    </>
  );
}

/** The visible rows of a list. Without the cursor, the problems at its top. */
function windowOf(list: Pane, keys: readonly string[], rows: number, focused: Pane, { view }: Stage) {
  const isFocused = focused === list;
  const selected = selectedIndex(keys, view.selected[list]);
  const { start, end } = windowAround(keys.length, isFocused ? selected : 0, rows);
  return { start, end, selected: isFocused ? selected - start : -1 };
}

interface PartProps {
  data: DashboardData;
  /** Lines for the list below its heading. */
  rows: number;
}

function Websites(props: PartProps & { websites: ReturnType<typeof shownWebsites> }): JSX.Element {
  const { data, websites, rows } = props;
  const stage = useStage();
  const ids = websites.map(({ id }) => String(id));
  const shown = windowOf('websites', ids, rows, focusedPane(data, stage.view), stage);
  const about = moreText(shown, websites.length, 'websites', stage.glyphs);
  return (
    <>
      <WebsiteTable data={data} websites={websites} shown={shown} about={about} />
      {websites.length === 0 && (
        <Inline spans={[`   ${data.websites.length === 0 ? messages.empty.websites : noMatch}`]} />
      )}
    </>
  );
}

function Services(props: PartProps & { services: ReturnType<typeof shownServices> }): JSX.Element {
  const { data, services, rows } = props;
  const stage = useStage();
  const all = data.stats.network_stats;
  const ids = services.map(({ monitor_id }) => String(monitor_id));
  const shown = windowOf('services', ids, rows, focusedPane(data, stage.view), stage);
  const notUp = all.filter(({ status }) => status === 'down' || status === 'unknown').length;
  const more = moreText(shown, services.length, 'services', stage.glyphs);
  const about = [`${notUp} of ${all.length} not UP`, more].filter(Boolean).join(` ${stage.glyphs.dot} `);
  return (
    <>
      <Heading text="NETWORK SERVICES STATUS" about={all.length === 0 ? '' : about} />
      {services.length === 0 ? (
        <Inline spans={[`   ${all.length === 0 ? noServices : noMatch}`]} />
      ) : (
        <ServiceTable services={services} shown={shown} />
      )}
    </>
  );
}

const noServices = 'No network monitors configured';

const alertGap = 2;
/** '18:24' */
const timeWidth = 5;

function RecentAlerts({ alerts }: { alerts: readonly Alert[] }): JSX.Element {
  const { size, glyphs } = useStage();
  if (alerts.length === 0) return <Inline spans={['   No alerts']} />;
  const typeWidth = Math.max(...alerts.map(({ alert_type }) => alert_type.length)) + 2;
  // After the margin, the time, the type, and two gaps.
  const room = Math.max(1, size.columns - 1 - timeWidth - typeWidth - 2 * alertGap);
  return (
    <DataTable
      items={alerts}
      keyOf={({ id }) => id}
      gap={alertGap}
      columns={[
        { header: '', width: timeWidth, cell: ({ created_at }) => [hourMinute(created_at)] },
        {
          header: '',
          width: typeWidth,
          cell: ({ alert_type }) => [
            span(`${glyphs.state[alertTone(alert_type)]} ${alert_type}`, roleOfTone(alertTone(alert_type))),
          ],
        },
        { header: '', width: room, cell: (alert) => [alertText(alert, room, glyphs.ellipsis)] },
      ]}
    />
  );
}

/** The dashboard of a small terminal: counts, then one line for each item of the list under the cursor. */
function CompactDashboard({ data }: { data: DashboardData }): JSX.Element {
  const { size, view, now } = useStage();
  const pane = focusedPane(data, view);
  const items = compactItems[pane](data, view.filter, now);
  const selected = selectedIndex(
    items.map(({ key }) => key),
    view.selected[pane],
  );
  const none = pane === 'services' ? noServices : messages.empty.websites;
  return (
    <>
      <Headline data={data} shown={data.problems.now.length} />
      {items.length === 0 ? (
        <Inline spans={[` ${view.filter === '' ? none : noMatch}`]} />
      ) : (
        <CompactList items={items} selected={selected} height={Math.max(1, size.rows - framedBy - 1)} />
      )}
    </>
  );
}

const websiteItems = (data: DashboardData, filter: string): CompactItem[] =>
  shownWebsites(data, filter).map((website) => {
    const statistics = data.statistics.get(website.id);
    return {
      key: String(website.id),
      badge: websiteBadge(website),
      name: website.name,
      figure: shortUptime(statistics?.uptime_percentage, statistics?.coverage),
    };
  });

const serviceItems = (data: DashboardData, filter: string): CompactItem[] =>
  shownServices(data, filter).map((service) => ({
    key: String(service.monitor_id),
    badge: serviceBadge(service),
    name: `${service.name} ${formatHostPort(service.host, service.port)}`.trim(),
    figure: shortUptime(service.uptime_percentage, service.coverage),
  }));

/** Width of a target beside its cause on a small terminal. */
const compactTarget = 20;

const problemItems = (data: DashboardData, filter: string, now: number): CompactItem[] =>
  shownProblems(data, filter).map((problem) => ({
    key: problemKey(problem),
    badge: { label: problem.type, tone: problem.type === 'NOT_CHECKED' ? 'warn' : alertTone(problem.type) },
    name: `${shortTarget(problem.target, compactTarget, '~')} ${problem.cause}`,
    figure: problem.since === null ? '' : durationSoFar(now - problem.since),
  }));

const compactItems: Record<Pane, (data: DashboardData, filter: string, now: number) => CompactItem[]> = {
  problems: problemItems,
  websites: websiteItems,
  services: serviceItems,
};
