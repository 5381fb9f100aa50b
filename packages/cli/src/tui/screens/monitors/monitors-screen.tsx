import type { ListedMonitor, ListedMonitors } from '@upvigil/core/contract/monitors';
import { shortUptime } from '@upvigil/core/format/percent';
import { stateBadges } from '@upvigil/core/status/monitor-state';
import { type JSX, useMemo } from 'react';
import { span } from '../../../output/paint.ts';
import { fitColumns } from '../../../output/table.ts';
import { listedColumns } from '../../../status/listed-columns.ts';
import { CompactList } from '../../components/compact-list.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Inline, Rule } from '../../components/inline.tsx';
import { type Freshness, Screen, ScreenFoot, TitleLine } from '../../components/screen.tsx';
import { isCompact, useStage } from '../../components/stage.ts';
import { moreText, windowAround } from '../../components/windows.ts';
import { selectedIndex } from '../../view-state.ts';
import { noMatch } from '../dashboard/dashboard-model.ts';
import { countText, monitorKey, shownMonitors } from './monitors-model.ts';

export function MonitorsTitle(props: { data: ListedMonitors | null; freshness: Freshness }): JSX.Element {
  const { data, freshness } = props;
  const { view, brand } = useStage();
  const about = data ? countText(data, shownMonitors(data, view.filter).length) : '';
  return <TitleLine title="Monitors" about={about} brand={brand} freshness={freshness} />;
}

/** Monitors of all kinds and websites, problems first. */
export function MonitorsScreen({ data, title }: { data: ListedMonitors | null; title: JSX.Element }): JSX.Element {
  const { size, view } = useStage();
  const head = (
    <>
      {title}
      {!isCompact(size) && <Rule />}
    </>
  );
  const hint = view.tag === '' ? '' : `Tag: ${view.tag}   Esc shows all monitors`;
  return (
    <Screen head={head} foot={<ScreenFoot scope="monitors" hint={hint} />}>
      {data && <MonitorRows data={data} />}
    </Screen>
  );
}

/** Lines of title, rule, header, status line and keys. */
const framedBy = { compact: 3, full: 5 } as const;

function MonitorRows({ data }: { data: ListedMonitors }): JSX.Element {
  const { size, view, glyphs } = useStage();
  const rows = shownMonitors(data, view.filter);
  const keys = rows.map(monitorKey);
  const selected = selectedIndex(keys, view.selected.monitors);
  if (rows.length === 0) return <Inline spans={[` ${emptyText(data)}`]} />;
  if (isCompact(size)) {
    const items = rows.map((monitor) => ({
      key: monitorKey(monitor),
      badge: stateBadges[monitor.state],
      name: monitor.name,
      figure: shortUptime(monitor.uptime_24h, monitor.coverage_24h),
    }));
    return <CompactList items={items} selected={selected} height={Math.max(1, size.rows - framedBy.compact)} />;
  }
  const room = Math.max(1, size.rows - framedBy.full);
  const total = view.filter === '' ? data.total : rows.length;
  const { start, end } = windowAround(rows.length, selected, total > room ? Math.max(1, room - 1) : room);
  const more = moreText({ start, end }, total, 'monitors', glyphs);
  return (
    <>
      <MonitorTable all={data.monitors} items={rows.slice(start, end)} selected={selected - start} />
      {more !== '' && <Inline spans={[span(` ${more}`, 'quiet')]} />}
    </>
  );
}

const emptyText = ({ all, total }: ListedMonitors): string =>
  all === 0 ? 'No monitors' : total === 0 ? 'No monitors match' : noMatch;

interface TableProps {
  /** Their widths are those of the columns, which so stay in place while the list scrolls. */
  all: readonly ListedMonitor[];
  /** The visible ones. */
  items: readonly ListedMonitor[];
  selected: number;
}

const cursorWidth = 1;
const gap = 2;

function MonitorTable({ all, items, selected }: TableProps): JSX.Element {
  const { columns } = useStage().size;
  const fitted = useMemo(() => fitColumns(listedColumns, all, columns - cursorWidth, gap), [all, columns]);
  return (
    <DataTable
      columns={fitted.map(({ column: { header, text, role, align }, width }) => ({
        header,
        width,
        align,
        cell: (monitor: ListedMonitor) => [span(text(monitor), role?.(monitor))],
      }))}
      items={items}
      keyOf={monitorKey}
      selected={selected}
      gap={gap}
      hasHeader
    />
  );
}
