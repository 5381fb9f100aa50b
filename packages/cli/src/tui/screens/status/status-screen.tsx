import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { formatPercent, shortUptime } from '@upvigil/core/format/percent';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { meanUptime } from '@upvigil/core/status/uptime-level';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import { messages } from '@upvigil/core/texts/messages';
import { Box } from 'ink';
import type { JSX } from 'react';
import { roleOfTone, span } from '../../../output/paint.ts';
import { hasMaintenanceDay, stripSpans } from '../../../output/strips/day-strip.ts';
import { badgeIn, stateWords } from '../../../status/maintenance.ts';
import { summarizeOverview, toneOf } from '../../../status/status-summary.ts';
import { CompactList } from '../../components/compact-list.tsx';
import { Inline, Rule, Sides, StateRow } from '../../components/inline.tsx';
import { type Freshness, Screen, ScreenFoot, TitleLine } from '../../components/screen.tsx';
import { isCompact, useStage } from '../../components/stage.ts';
import { uptimeText } from '../../components/uptime-text.ts';
import { windowAround } from '../../components/windows.ts';
import { selectedIndex } from '../../view-state.ts';
import { noMatch } from '../dashboard/dashboard-model.ts';
import { shownStatuses } from './status-model.ts';

type Items = readonly StatusOverviewItem[];

export const StatusTitle = ({ freshness }: { freshness: Freshness }): JSX.Element => (
  <TitleLine title="System Status" brand={useStage().brand} freshness={freshness} />
);

/** The public status: a summary, then each website with its 30 days. */
export function StatusScreen({ items, title }: { items: Items | null; title: JSX.Element }): JSX.Element {
  const { size } = useStage();
  const compact = isCompact(size);
  const hasMaintenance = (items ?? []).some(({ daily_uptime }) => hasMaintenanceDay(daily_uptime));
  const head = (
    <>
      {title}
      {items && !compact && <Inline spans={[' Real-time monitoring status for all services']} />}
      {!(items && compact) && <Rule />}
      {items && <Banner items={items} />}
      {items && !compact && <Rule />}
    </>
  );
  const foot = <ScreenFoot scope="status" legend={!compact && <Legend hasMaintenance={hasMaintenance} />} />;
  return (
    <Screen head={head} foot={foot}>
      {items && <WebsiteList items={items} />}
    </Screen>
  );
}

function Banner({ items }: { items: Items }): JSX.Element {
  const { glyphs } = useStage();
  const { sentence, ...summary } = summarizeOverview(items);
  const tone = toneOf(summary);
  return <Inline spans={[span(` ${glyphs.state[tone]} ${sentence}`, roleOfTone(tone))]} />;
}

/** The legend of the strip, which names maintenance only if a day has some, and the refresh interval. */
export function Legend({ hasMaintenance }: { hasMaintenance: boolean }): JSX.Element {
  const { size, glyphs } = useStage();
  const { up, warn, down, none, info } = glyphs.strip;
  const { goodPercent, fairPercent } = defaults.uptimeLevels;
  const legend = ` ${up} >=${goodPercent}%  ${warn} ${fairPercent}-${goodPercent}%  ${down} <${fairPercent}%  ${none} no data${hasMaintenance ? `  ${info} maintenance` : ''}`;
  const refreshed = `Auto-refreshing every ${defaults.refreshSeconds.publicStatus} seconds`;
  const hasRoom = legend.length + refreshed.length + 2 <= size.columns;
  return <Sides left={[span(legend, 'quiet')]} right={hasRoom ? [span(refreshed, 'quiet')] : []} />;
}

/** Lines of head and foot. */
const framedBy = { compact: 4, full: 8 } as const;
/** A card has four lines and a blank one; the last card needs no blank line. */
const cardLines = 5;

function WebsiteList({ items }: { items: Items }): JSX.Element {
  const { size, view } = useStage();
  const shown = shownStatuses(items, view.filter);
  if (shown.length === 0) return <Inline spans={[` ${items.length === 0 ? messages.empty.websites : noMatch}`]} />;
  const selected = selectedIndex(
    shown.map(({ id }) => String(id)),
    view.selected.status,
  );
  if (isCompact(size)) {
    const rows = shown.map((item) => ({
      key: String(item.id),
      badge: badgeIn(overviewBadge(shownStatus(item)), item),
      name: item.name,
      figure: shortUptime(item.uptime_24h, item.coverage_24h),
    }));
    return <CompactList items={rows} selected={selected} height={Math.max(1, size.rows - framedBy.compact)} />;
  }
  const height = Math.max(1, Math.floor((size.rows - framedBy.full + 1) / cardLines));
  const { start, end } = windowAround(shown.length, selected, height);
  return (
    <Box flexDirection="column" rowGap={1} flexShrink={0}>
      {shown.slice(start, end).map((item, index) => (
        <Card key={item.id} item={item} isSelected={start + index === selected} />
      ))}
    </Box>
  );
}

function Card({ item, isSelected }: { item: StatusOverviewItem; isSelected: boolean }): JSX.Element {
  const { glyphs, now, size } = useStage();
  const badge = overviewBadge(shownStatus(item));
  const uptime = uptimeText(size, item.uptime_24h, item.coverage_24h);
  return (
    <Box flexDirection="column" flexShrink={0}>
      <StateRow
        badge={badgeIn(badge, item)}
        name={item.name}
        words={stateWords(badge, item, now)}
        isSelected={isSelected}
      />
      <Inline spans={[span(`   ${item.description ?? messages.empty.description}`, 'quiet')]} />
      <Inline
        spans={[
          `   URLs ${String(item.url_count).padEnd(4)} Network ${String(item.network_monitor_count).padEnd(4)}`,
          ` Uptime (24h) ${uptime.padEnd(8)} Avg Load Time ${formatSeconds(item.avg_response_time)}`,
        ]}
      />
      <Inline
        spans={[
          '   30d ',
          ...stripSpans(item.daily_uptime, glyphs),
          `  ${formatPercent(meanUptime(item.daily_uptime))}`,
        ]}
      />
    </Box>
  );
}
