import type { NetworkStat } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { messages } from '@upvigil/core/texts/messages';
import { type Line, line, roleOfTone, span } from '../../../output/paint.ts';
import { hourMinute } from '../../../output/times.ts';
import { rangeLabel } from '../../../status/dashboard-view.ts';
import { frame, rule, shareRows, windowAround } from '../../frame/layout.ts';
import {
  type Freshness,
  heading,
  isCompact,
  isWide,
  keyLine,
  moreText,
  type Stage,
  statusLineOf,
  titleLine,
} from '../../frame/screen-parts.ts';
import type { DashboardData } from '../../live/sources.ts';
import { selectedIndex } from '../../view-state.ts';
import { compactDashboard } from './dashboard-compact.ts';
import { shownServices, shownWebsites } from './dashboard-model.ts';
import { headline, problemLines } from './dashboard-problems.ts';
import { serviceHeader, serviceRow, websiteHeader, websiteRow } from './dashboard-rows.ts';
import { ledgerLines } from './ledger.ts';

/** The dashboard: what is wrong, counts, websites, network services, alerts; problems first in each. */
export function dashboardFrame(data: DashboardData | null, freshness: Freshness, stage: Stage): Line[] {
  const { size, glyphs, view } = stage;
  const about = rangeLabel(data?.hours ?? view.dashboardHours);
  const range = isWide(size) ? `Range: ${about}` : about;
  const title = titleLine(stage, 'Monitoring Dashboard', range, freshness);
  const foot = [statusLineOf(stage), keyLine('dashboard', stage)];
  if (!data) return frame({ head: [title, rule(size.columns, glyphs)], body: [], foot }, size, glyphs.ellipsis);
  if (isCompact(size)) return compactDashboard(data, stage, { title, foot });
  const room = size.rows - 1 - foot.length;
  return frame({ head: [title], body: body(data, room, stage), foot }, size, glyphs.ellipsis);
}

/** Problems come first where space is short; the other lists get the rest. */
const problemRows = { wants: 10, weight: 6, least: 3 } as const;

function body(data: DashboardData, room: number, stage: Stage): Line[] {
  const { size, glyphs, view } = stage;
  const problems = data.problems.now;
  const ledger = ledgerLines(data, stage);
  const websites = shownWebsites(data, view.filter);
  const services = shownServices(data, view.filter);
  const alerts = data.stats.recent_alerts.slice(0, defaults.recentAlertsShown);
  const between = rule(size.columns, glyphs);
  const serviceHead = isWide(size) ? 2 : 1;
  // Headlines of problems, websites, services and alerts, and the rules between the parts.
  const fixed = 1 + ledger.length + 1 + serviceHead + 1 + 4;
  const [rows = 0, websiteRows = 0, serviceRows = 0, alertRows = 0] = shareRows(Math.max(0, room - fixed), [
    { ...problemRows, wants: Math.min(problemRows.wants, problems.length) },
    { wants: Math.max(1, websites.length), weight: 5, least: 3 },
    { wants: Math.max(1, services.length), weight: 3, least: 2 },
    { wants: Math.max(1, alerts.length), weight: 3, least: 1 },
  ]);
  return [
    headline(data, rows, stage),
    ...problemLines(problems.slice(0, rows), stage),
    between,
    ...ledger,
    between,
    ...websiteLines(data, websites, websiteRows, stage),
    between,
    ...serviceLines(data, services, serviceRows, stage),
    between,
    heading(`RECENT ALERTS${isWide(size) ? ` (${alerts.length})` : ''}`, '', stage),
    ...alertLines(alerts.slice(0, alertRows), stage),
  ];
}

function websiteLines(data: DashboardData, websites: readonly Website[], rows: number, stage: Stage): Line[] {
  const { view } = stage;
  const selected = selectedIndex(
    websites.map(({ id }) => String(id)),
    view.selected.websites,
  );
  const isFocused = view.pane === 'websites';
  // Where the cursor is elsewhere, the problems at the top are what matters.
  const shown = windowAround(websites.length, isFocused ? selected : 0, rows);
  const more = moreText(shown, websites.length, 'websites', stage.glyphs);
  const header = websiteHeader(data, websites, stage, more);
  if (websites.length === 0) return [header, line(`   ${emptyText(data.websites.length, messages.empty.websites)}`)];
  return [
    header,
    ...websites
      .slice(shown.start, shown.end)
      .map((website, index) =>
        websiteRow(website, data, websites, isFocused && shown.start + index === selected, stage),
      ),
  ];
}

const emptyText = (total: number, text: string): string => (total === 0 ? text : 'Nothing here holds that text');

function serviceLines(data: DashboardData, services: readonly NetworkStat[], rows: number, stage: Stage): Line[] {
  const { size, view, glyphs } = stage;
  const selected = selectedIndex(
    services.map(({ monitor_id }) => String(monitor_id)),
    view.selected.services,
  );
  const isFocused = view.pane === 'services';
  const shown = windowAround(services.length, isFocused ? selected : 0, rows);
  const total = data.stats.network_stats.length;
  const notUp = data.stats.network_stats.filter(({ status }) => status === 'down' || status === 'unknown').length;
  const more = moreText(shown, services.length, 'services', glyphs);
  const about = [`${notUp} of ${total} not UP`, more].filter(Boolean).join(` ${glyphs.dot} `);
  const title = heading('NETWORK SERVICES STATUS', total === 0 ? '' : about, stage);
  if (services.length === 0) return [title, line(`   ${emptyText(total, 'No network monitors configured')}`)];
  return [
    title,
    ...(isWide(size) ? [serviceHeader(services, stage)] : []),
    ...services
      .slice(shown.start, shown.end)
      .map((service, index) => serviceRow(service, services, isFocused && shown.start + index === selected, stage)),
  ];
}

function alertLines(alerts: DashboardData['stats']['recent_alerts'], { glyphs }: Stage): Line[] {
  if (alerts.length === 0) return [line('   No alerts')];
  const typeWidth = Math.max(...alerts.map(({ alert_type }) => alert_type.length));
  return alerts.map(({ alert_type, created_at, message }) =>
    line(
      ` ${hourMinute(created_at)}  `,
      span(`${glyphs.state[alertTone(alert_type)]} ${alert_type.padEnd(typeWidth)}`, roleOfTone(alertTone(alert_type))),
      `  ${message}`,
    ),
  );
}
