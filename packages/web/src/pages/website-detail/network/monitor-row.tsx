import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import { kindLabel } from '@upvigil/core/contract/monitor-kinds/kind-label';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { networkState, networkStateBadge } from '@upvigil/core/status/monitor-state';
import { faultSentence } from '@upvigil/core/texts/faults';
import { memo, useState } from 'react';
import { MuteAction } from '../../../alerting/mute-button.tsx';
import { useNearRow } from '../../../components/lists/use-near-row.ts';
import { CheckStrip } from '../../../components/pulse/check-strip.tsx';
import type { Density } from '../../../components/rows/data-row.tsx';
import { DeleteAction, EditAction, RowAction, RowActions } from '../../../components/rows/row-actions.tsx';
import { onRowClick } from '../../../components/rows/row-click.ts';
import { RowIcon } from '../../../components/rows/row-icon.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Time } from '../../../components/time/time.tsx';
import { sinceText } from '../../../components/time/time-format.ts';
import { Badge } from '../../../components/tones/badge.tsx';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { belowName, besideBoth, rowTracks, wideOnly } from './network-tracks.ts';
import type { NetworkActions } from './use-network-actions.ts';

export interface MonitorRowHandlers {
  actions: NetworkActions;
  onStats: (id: number) => void;
  onEdit: (monitor: NetworkMonitor) => void;
  onDuplicate: (monitor: NetworkMonitor) => void;
}

interface MonitorRowProps extends MonitorRowHandlers {
  monitor: NetworkMonitor;
  density: Density;
  /** Row of the first screen. */
  isFirst: boolean;
}

const heights: Record<Density, string> = {
  comfortable: 'md:min-h-14 md:[contain-intrinsic-size:auto_56px]',
  compact: 'md:min-h-10 md:py-1 md:[contain-intrinsic-size:auto_40px]',
};

/**
 * One network monitor: state, name, target, latest checks, figures and actions. Few elements, because there may be
 * hundreds of rows.
 */
export const MonitorRow = memo(function MonitorRow({ monitor, density, isFirst, ...handlers }: MonitorRowProps) {
  const [ref, isNear] = useNearRow<HTMLTableRowElement>(isFirst);
  const { name, monitor_type, host, port, check_interval, recent_checks, response_time_threshold } = monitor;
  const { label, tone } = networkStateBadge(monitor);
  const target = formatHostPort(host, port);
  return (
    <tr
      ref={ref}
      data-row
      onClick={onRowClick(() => handlers.onStats(monitor.id))}
      className={`grid cursor-pointer items-center gap-x-4 gap-y-1 border-t border-(--border) px-5 py-2 first:border-t-0 hover:bg-(--hover) max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:px-4 max-md:py-3 md:gap-y-0 md:[content-visibility:auto] ${heights[density]} ${rowTracks}`}
    >
      <td className={`max-md:col-span-2 max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end ${besideBoth}`}>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <MonitorName monitor={monitor} density={density} />
      <td className={`text-xs text-(--muted) max-md:col-span-full max-md:row-start-3 ${wideOnly}`}>
        {kindLabel(monitor_type)}
      </td>
      <td
        className={`min-w-0 text-[0.8125rem] leading-5 max-[1099px]:flex max-[1099px]:items-baseline max-[1099px]:gap-x-2 max-md:col-start-1 max-md:row-start-2 ${belowName} ${density === 'compact' ? 'flex items-baseline gap-x-2' : ''}`}
      >
        <span className="block truncate" title={target}>
          {target}
        </span>
        <span className="block shrink-0 text-xs text-(--muted)">every {check_interval}s</span>
      </td>
      <td className={`max-md:col-span-2 max-md:col-start-1 max-md:row-start-4 ${besideBoth}`}>
        {recent_checks && isNear ? (
          <CheckStrip of={name} checks={recent_checks} threshold={response_time_threshold} />
        ) : null}
      </td>
      <Figures monitor={monitor} />
      {isNear ? <MonitorActions monitor={monitor} {...handlers} /> : <td className="touch:size-11" />}
    </tr>
  );
});

/** Name; description and cause are below it, or beside it in compact rows. */
function MonitorName({ monitor, density }: { monitor: NetworkMonitor; density: Density }) {
  const { name, description, is_up, last_check } = monitor;
  const cause = is_up === false ? last_check?.error_message : null;
  const fault = faultSentence(monitor, sinceText);
  const slow = networkState(monitor) === 'slow' ? slowWords(monitor) : null;
  const line = 'block min-w-0 truncate text-xs font-normal';
  return (
    <th
      scope="row"
      className={`min-w-0 text-sm leading-5 font-medium max-md:col-start-1 max-md:row-start-1 ${density === 'compact' ? 'md:flex md:items-center md:gap-x-3' : ''}`}
    >
      <span
        className={density === 'compact' ? 'wrap-anywhere md:shrink-0 md:max-w-60 md:truncate' : 'wrap-anywhere'}
        title={name}
      >
        {name}
      </span>
      {description ? (
        <span className={`${line} text-(--muted)`} title={description}>
          {description}
        </span>
      ) : null}
      {cause ? (
        <span className={`${line} text-(--down-fg)`} title={cause}>
          {cause}
        </span>
      ) : null}
      {slow ? (
        <span className={`${line} text-(--warn-fg)`} title={slow}>
          {slow}
        </span>
      ) : null}
      {fault ? (
        <span className={`${line} text-(--warn-fg)`} title={fault}>
          {fault}
        </span>
      ) : null}
    </th>
  );
}

/** 'UP, 6.12s, limit 5.00s' */
function slowWords({ monitor_type, last_check, response_time_threshold }: NetworkMonitor): string {
  const time = (seconds: number | null | undefined) => formatResponseTime(monitor_type, seconds);
  return `UP, ${time(last_check?.response_time)}, limit ${time(response_time_threshold)}`;
}

const Figures = ({
  monitor: { uptime_24h, coverage_24h, monitor_type, last_check, last_check_time },
}: {
  monitor: NetworkMonitor;
}) => (
  <>
    <td className={`text-right text-[0.8125rem] max-md:col-start-3 max-md:row-start-2 max-md:text-xs ${besideBoth}`}>
      <UptimeFigure percent={uptime_24h} coverage={coverage_24h} />
    </td>
    <td className={`text-right text-[0.8125rem] max-md:col-start-2 max-md:row-start-2 max-md:text-xs ${besideBoth}`}>
      <Elapsed seconds={last_check?.response_time} kind={monitor_type} />
    </td>
    <td className={`text-right text-xs text-(--muted) max-md:hidden ${wideOnly}`}>
      {last_check_time ? <Time value={last_check_time} shape="clock" /> : 'Never'}
    </td>
  </>
);

function MonitorActions(props: MonitorRowHandlers & { monitor: NetworkMonitor }) {
  const { monitor, actions, onStats, onEdit, onDuplicate } = props;
  const [isChecking, setIsChecking] = useState(false);
  const { name } = monitor;
  const check = async () => {
    setIsChecking(true);
    await actions.check(monitor);
    setIsChecking(false);
  };
  return (
    <td className={`max-md:contents touch:contents ${besideBoth}`}>
      <RowActions of={name}>
        <RowAction
          text="Stats"
          aria-label={`Stats of ${name}`}
          icon={<RowIcon of="history" />}
          onClick={() => onStats(monitor.id)}
        />
        <RowAction
          text="Check"
          aria-label={`Check ${name}`}
          isBusy={isChecking}
          isRequest
          icon={<RowIcon of="check" />}
          onClick={() => void check()}
        />
        <MuteAction target={{ monitor_id: monitor.id }} name={name} />
        <EditAction of={name} onClick={() => onEdit(monitor)} />
        <DeleteAction of={name} onDuplicate={() => onDuplicate(monitor)} onClick={() => void actions.remove(monitor)} />
      </RowActions>
    </td>
  );
}
