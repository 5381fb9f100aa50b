import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { meanUptime } from '@upvigil/core/status/uptime-level';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import { messages } from '@upvigil/core/texts/messages';
import { fit, widthOf } from '../../../output/fit.ts';
import { type Line, line, roleOfTone, type Span, span } from '../../../output/paint.ts';
import { hasMaintenanceDay, stripSpans } from '../../../output/strips/day-strip.ts';
import { badgeIn, stateWords } from '../../../status/maintenance.ts';
import { roleOf } from '../../../status/states.ts';
import { summarizeOverview, toneOf } from '../../../status/status-summary.ts';
import { blank, frame, listRow, rule, sides, windowAround } from '../../frame/layout.ts';
import { type Freshness, isCompact, keyLine, type Stage, statusLineOf, titleLine } from '../../frame/screen-parts.ts';
import { selectedIndex } from '../../view-state.ts';
import { shownStatuses } from './status-model.ts';

/** The public status: a summary, then each website with its 30 days. */
export function statusFrame(items: readonly StatusOverviewItem[] | null, freshness: Freshness, stage: Stage): Line[] {
  const { size, glyphs, view } = stage;
  const between = rule(size.columns, glyphs);
  const compact = isCompact(size);
  const title = titleLine(stage, 'System Status', '', freshness);
  const subtitle = line(' Real-time monitoring status for all services');
  const hasMaintenance = (items ?? []).some(({ daily_uptime }) => hasMaintenanceDay(daily_uptime));
  const foot = [statusLineOf(stage), ...(compact ? [] : [legendLine(stage, hasMaintenance)]), keyLine('status', stage)];
  if (!items) return frame({ head: [title, between], body: [], foot }, size, glyphs.ellipsis);
  const banner = bannerLine(items, stage);
  const head = compact ? [title, banner] : [title, subtitle, between, banner, between];
  const shown = shownStatuses(items, view.filter);
  const room = Math.max(1, size.rows - head.length - foot.length);
  const body = shown.length === 0 ? [line(` ${emptyText(items.length)}`)] : listLines(shown, room, stage);
  return frame({ head, body, foot }, size, glyphs.ellipsis);
}

const emptyText = (total: number): string => (total === 0 ? messages.empty.websites : 'Nothing here holds that text');

function bannerLine(items: readonly StatusOverviewItem[], { glyphs }: Stage): Line {
  const { sentence, ...summary } = summarizeOverview(items);
  const tone = toneOf(summary);
  return line(span(` ${glyphs.state[tone]} ${sentence}`, roleOfTone(tone)));
}

/** What the signs of the strip mean, that of maintenance where there is one, and that the screen updates itself. */
export function legendLine({ size, glyphs }: Stage, hasMaintenance: boolean): Line {
  const { up, warn, down, none, info } = glyphs.strip;
  const { goodPercent, fairPercent } = defaults.uptimeLevels;
  const legend = ` ${up} >=${goodPercent}%  ${warn} ${fairPercent}-${goodPercent}%  ${down} <${fairPercent}%  ${none} no data${hasMaintenance ? `  ${info} maintenance` : ''}`;
  const refreshed = `Auto-refreshing every ${defaults.refreshSeconds.publicStatus} seconds`;
  const hasRoom = legend.length + refreshed.length + 2 <= size.columns;
  return sides([span(legend, 'quiet')], hasRoom ? [span(refreshed, 'quiet')] : [], size.columns, glyphs.ellipsis);
}

const cardLines = 4;

function listLines(items: readonly StatusOverviewItem[], room: number, stage: Stage): Line[] {
  const { size, view } = stage;
  const selected = selectedIndex(
    items.map(({ id }) => String(id)),
    view.selected.status,
  );
  if (isCompact(size)) {
    const { start, end } = windowAround(items.length, selected, room);
    return items.slice(start, end).map((item, index) => compactRow(item, start + index === selected, stage));
  }
  // A card is four lines and a blank one; the last needs no blank.
  const height = Math.max(1, Math.floor((room + 1) / (cardLines + 1)));
  const { start, end } = windowAround(items.length, selected, height);
  return items
    .slice(start, end)
    .flatMap((item, index) => [...(index === 0 ? [] : [blank]), ...card(item, start + index === selected, stage)]);
}

function card(item: StatusOverviewItem, isSelected: boolean, stage: Stage): Line[] {
  const { size, glyphs, now } = stage;
  const badge = badgeIn(overviewBadge(shownStatus(item)), item);
  const words = stateWords(overviewBadge(shownStatus(item)), item, now);
  const state = span(`${glyphs.state[badge.tone]} `, roleOf(badge));
  const room = Math.max(1, size.columns - 4 - widthOf(words) - 1);
  const name = [state, span(fit(item.name, room, glyphs.ellipsis)), span(' '), span(words, roleOf(badge))];
  return [
    listRow(name, isSelected, size, glyphs),
    line(span(`   ${item.description ?? messages.empty.description}`, 'quiet')),
    line(
      `   URLs ${String(item.url_count).padEnd(4)} Network ${String(item.network_monitor_count).padEnd(4)}`,
      ` Uptime (24h) ${formatPercent(item.uptime_24h).padEnd(8)} Avg Load Time ${formatSeconds(item.avg_response_time)}`,
    ),
    line('   30d ', ...stripSpans(item.daily_uptime, glyphs), `  ${formatPercent(meanUptime(item.daily_uptime))}`),
  ];
}

const widthForFigures = 30;

function compactRow(item: StatusOverviewItem, isSelected: boolean, { size, glyphs }: Stage): Line {
  const badge = badgeIn(overviewBadge(shownStatus(item)), item);
  const figure: Span[] = size.columns < widthForFigures ? [] : [span(` ${formatPercent(item.uptime_24h).padStart(8)}`)];
  const name = fit(item.name, Math.max(1, size.columns - 3 - (figure.length > 0 ? 9 : 0)), glyphs.ellipsis);
  const state = span(`${glyphs.state[badge.tone]} `, roleOf(badge));
  return listRow([state, span(name), ...figure], isSelected, size, glyphs);
}
