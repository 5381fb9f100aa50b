import { kindLabel } from '@upvigil/core/contract/monitor-kinds/kind-label';
import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import { monitorPath } from '@upvigil/core/contract/names/paths';
import { defaults } from '@upvigil/core/defaults';
import { shortInterval } from '@upvigil/core/format/short-duration';
import { badgeOfState } from '@upvigil/core/status/monitor-state';
import { maintenanceBadge } from '@upvigil/core/status/under-maintenance';
import { type MouseEvent, memo } from 'react';
import { useNearRow } from '../../../components/lists/use-near-row.ts';
import { CheckStrip } from '../../../components/pulse/check-strip.tsx';
import type { Density } from '../../../components/rows/data-row.tsx';
import { onRowClick } from '../../../components/rows/row-click.ts';
import { RowMenu } from '../../../components/rows/row-menu.tsx';
import type { RowMenuItem } from '../../../components/rows/row-menu-list.tsx';
import { withoutScheme } from '../../../components/rows/without-scheme.ts';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { TagChips } from '../../../components/tones/tag-chips.tsx';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { rowTracks, wideOnly } from './monitor-tracks.ts';

export type RowAction = 'edit' | 'duplicate' | 'check' | 'mute' | 'enable' | 'disable' | 'delete';

export interface RowHandlers {
  onSelect: (id: number, isRange: boolean) => void;
  onAct: (action: RowAction, monitor: ListedMonitor) => void;
}

interface MonitorRowProps extends RowHandlers {
  monitor: ListedMonitor;
  isSelected: boolean;
  density: Density;
  /** Row of the first screen. */
  isFirst: boolean;
}

const shownChecks = 30;
const heights: Record<Density, string> = {
  comfortable: 'md:min-h-14 md:[contain-intrinsic-size:auto_56px]',
  compact: 'md:min-h-11 md:[contain-intrinsic-size:auto_44px]',
};

/** One monitor of any kind. Few elements, because there may be thousands of rows. */
export const MonitorRow = memo(function MonitorRow(props: MonitorRowProps) {
  const { monitor, isSelected, density, isFirst, onSelect, onAct } = props;
  const [ref, isNear] = useNearRow<HTMLTableRowElement>(isFirst);
  const { id, kind, name, website_id, website_name, tags, uptime_24h, coverage_24h, response_time, check_interval } =
    monitor;
  const { label, tone } = monitor.maintenance ? maintenanceBadge() : badgeOfState(monitor.state, monitor);
  return (
    <tr
      ref={ref}
      data-row
      data-id={id}
      data-selected={isSelected}
      onClick={onRowClick(() => onSelect(id, false))}
      className={`${rowTracks} border-t border-(--border) py-0.75 hover:bg-(--hover) data-[selected=true]:bg-(--accent-subtle) data-[selected=true]:shadow-[inset_3px_0_var(--accent)] max-md:min-h-20.5 max-md:grid-cols-[24px_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:px-3.5 max-md:py-2.5 md:[content-visibility:auto] ${heights[density]}`}
    >
      <td className="max-md:row-span-2">
        <SelectBox name={name} isSelected={isSelected} onSelect={(isRange) => onSelect(id, isRange)} />
      </td>
      <td className="max-md:col-start-3 max-md:row-start-1 max-md:justify-self-end">
        <Badge tone={tone}>{label}</Badge>
      </td>
      <MonitorName monitor={monitor} />
      <td className="truncate max-md:hidden">
        <a href={`/websites/${website_id}`} title={website_name}>
          {website_name}
        </a>
      </td>
      <td className={`truncate text-(--muted) ${wideOnly}`}>{kindLabel(kind)}</td>
      <td className={wideOnly}>
        <span className="flex min-w-0 gap-1 overflow-hidden">
          {isNear ? <TagChips tags={tags} most={tags.length > 2 ? 1 : 2} /> : null}
        </span>
      </td>
      <td className="h-4 max-md:col-start-2 max-md:row-start-2 max-md:self-center">
        {isNear ? <Checks monitor={monitor} /> : null}
      </td>
      <td className="text-right whitespace-nowrap max-md:hidden">
        <Elapsed seconds={response_time} kind={kind} />
      </td>
      <td className="text-right font-medium max-md:col-start-3 max-md:row-start-2">
        <UptimeFigure percent={uptime_24h} coverage={coverage_24h} />
      </td>
      <td className={`text-right whitespace-nowrap text-(--muted) ${wideOnly}`}>{shortInterval(check_interval)}</td>
      <td className="max-md:hidden">{isNear ? <RowMenu of={name} items={menuOf(monitor, onAct)} /> : null}</td>
    </tr>
  );
});

interface SelectBoxProps {
  name: string;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
}

const SelectBox = ({ name, isSelected, onSelect }: SelectBoxProps) => (
  // The label enlarges the target.
  <label className="-m-2 flex cursor-pointer p-2">
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      className="size-4 shrink-0 accent-(--ink) max-md:size-5.5"
      checked={isSelected}
      // Controlled by the click, because only it knows the Shift key.
      onChange={() => undefined}
      onClick={(event: MouseEvent) => onSelect(event.shiftKey)}
    />
  </label>
);

/** The name over the target; the address alone of a URL without a name. */
function MonitorName({ monitor: { id, kind, name, target, website_id } }: { monitor: ListedMonitor }) {
  const [start, end, rest] = targetParts(target);
  const isUnnamed = name === target;
  return (
    <th scope="row" className="min-w-0 text-left font-normal max-md:col-start-2 max-md:row-start-1">
      <a
        href={monitorPath(website_id, kind, id)}
        title={isUnnamed ? target : `${name}\n${target}`}
        className="block truncate text-sm leading-4.5 font-[550] text-(--text)"
      >
        {isUnnamed ? start + end + rest : name}
      </a>
      {isUnnamed || target === '' ? null : (
        <span title={target} className="flex min-w-0 text-xs leading-4 text-(--hint)">
          <span className="min-w-6 shrink-999 truncate">{start}</span>
          {end === '' ? null : <span>{end}</span>}
          <span className="shrink truncate text-(--muted)">{rest}</span>
        </span>
      )}
    </th>
  );
}

/** The height of a bar compares the time with the usual threshold; its letter says whether it was slow. */
const Checks = ({ monitor: { name, recent_checks } }: { monitor: ListedMonitor }) => (
  <CheckStrip
    of={name}
    checks={recent_checks}
    threshold={defaults.url.response_time_threshold}
    count={shownChecks}
    height={16}
  />
);

function menuOf(monitor: ListedMonitor, onAct: RowHandlers['onAct']): RowMenuItem[] {
  const { name, enabled } = monitor;
  const item = (text: string, action: RowAction, icon?: RowMenuItem['icon']): RowMenuItem => ({
    text,
    label: `${text} ${name}`,
    onSelect: () => onAct(action, monitor),
    ...(icon ? { icon } : {}),
  });
  return [
    item('Edit', 'edit', 'edit'),
    item('Duplicate', 'duplicate', 'duplicate'),
    item('Check now', 'check', 'check'),
    item('Mute', 'mute', 'mute'),
    enabled ? item('Pause', 'disable', 'pause') : item('Resume', 'enable', 'resume'),
    item('Delete', 'delete'),
  ];
}

/** Letters at the end of a long host that stay where its row has no room for it. */
const endLetters = 12;

/** A target without its scheme: the host in two parts, of which the first may be cut, and the path or port. */
export function targetParts(target: string): [start: string, end: string, rest: string] {
  const address = withoutScheme(target);
  const [host = ''] = /^(\[[^\]]*\]|[^/?#:]*)/.exec(address) ?? [];
  const at = host.length >= 2 * endLetters ? host.length - endLetters : host.length;
  return [host.slice(0, at), host.slice(at), address.slice(host.length)];
}
