import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import { formatPercent } from '@upvigil/core/format/percent';
import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { messages } from '@upvigil/core/texts/messages';
import { fit } from '../../../output/fit.ts';
import { type Line, line, span } from '../../../output/paint.ts';
import { serviceBadge } from '../../../status/dashboard-view.ts';
import { roleOf, websiteBadge } from '../../../status/states.ts';
import { frame, listRow, windowAround } from '../../frame/layout.ts';
import type { Stage } from '../../frame/screen-parts.ts';
import type { DashboardData } from '../../live/sources.ts';
import { selectedIndex } from '../../view-state.ts';
import { shownServices, shownWebsites } from './dashboard-model.ts';
import { headline } from './dashboard-problems.ts';

interface CompactRow {
  key: string;
  badge: ShownBadge;
  name: string;
  figure: string;
}

const figureWidth = 8;
const widthForFigures = 30;

/** The dashboard of a small terminal: what is wrong, in counts, and one line for each row of the list under the cursor. */
export function compactDashboard(
  data: DashboardData,
  stage: Stage,
  { title, foot }: { title: Line; foot: readonly Line[] },
): Line[] {
  const { size, glyphs, view } = stage;
  const rows = view.pane === 'websites' ? websiteRows(data, view.filter) : serviceRows(data, view.filter);
  const head = [title, headline(data, data.problems.now.length, stage)];
  const selected = selectedIndex(
    rows.map(({ key }) => key),
    view.selected[view.pane],
  );
  const shown = windowAround(rows.length, selected, Math.max(1, size.rows - head.length - foot.length));
  const none = view.pane === 'websites' ? messages.empty.websites : 'No network monitors configured';
  const body =
    rows.length === 0
      ? [line(` ${view.filter === '' ? none : 'Nothing here holds that text'}`)]
      : rows
          .slice(shown.start, shown.end)
          .map((row, index) => compactRow(row, shown.start + index === selected, stage));
  return frame({ head, body, foot }, size, glyphs.ellipsis);
}

const websiteRows = (data: DashboardData, filter: string): CompactRow[] =>
  shownWebsites(data, filter).map((website) => ({
    key: String(website.id),
    badge: websiteBadge(website),
    name: website.name,
    figure: formatPercent(data.statistics.get(website.id)?.uptime_percentage),
  }));

const serviceRows = (data: DashboardData, filter: string): CompactRow[] =>
  shownServices(data, filter).map((service) => ({
    key: String(service.monitor_id),
    badge: serviceBadge(service),
    name: `${service.name} ${formatHostPort(service.host, service.port)}`,
    figure: formatPercent(service.uptime_percentage),
  }));

function compactRow({ badge, name, figure }: CompactRow, isSelected: boolean, { size, glyphs }: Stage): Line {
  const hasFigure = size.columns >= widthForFigures;
  const nameWidth = Math.max(1, size.columns - 3 - (hasFigure ? figureWidth + 1 : 0));
  const figures = hasFigure ? [span(` ${fit(figure, figureWidth, glyphs.ellipsis, 'right')}`)] : [];
  const state = span(`${glyphs.state[badge.tone]} `, roleOf(badge));
  return listRow([state, span(fit(name, nameWidth, glyphs.ellipsis)), ...figures], isSelected, size, glyphs);
}
