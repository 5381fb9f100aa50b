import type { Alert } from '@upvigil/core/contract/alerts';
import type { LatencyHistory } from '@upvigil/core/contract/checks';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { hourMs } from '@upvigil/core/time';
import type { TimeWindow } from '@upvigil/core/time-ranges';
import { useMemo } from 'react';
import { useChartEvents } from '../../../alerting/maintenance/use-chart-events.ts';
import { LatencyChart } from '../../../components/charts/latency/latency-chart.tsx';
import { type HistoryFigure, HistoryFigures } from './history-figures.tsx';
import { type MonitorOutage, outagesIn } from './monitor-outages.ts';
import { PeriodList } from './period-list.tsx';
import { type HistoryChoice, historyWindow } from './use-history-range.ts';

interface MonitorPastProps {
  monitor: { id: number; website_id: number; check_interval: number; response_time_threshold: number };
  name: string;
  kind: MonitorKind;
  choice: HistoryChoice;
  /** When the checks were read, in ms since the epoch. */
  now: number;
  /** Undefined without a chart. */
  history: LatencyHistory | undefined;
  isPending?: boolean;
  /** Undefined while they are not known. */
  alerts: readonly Alert[] | undefined;
  /** Null while they are not known. */
  figures: (outages: readonly MonitorOutage[] | undefined, window: TimeWindow) => readonly HistoryFigure[] | null;
}

/** Response times in a chart, the figures beside it, and the outages. */
export function MonitorPast(props: MonitorPastProps) {
  const { monitor, name, kind, choice, now, history, isPending = false, alerts } = props;
  const window = useMemo(() => historyWindow(choice, now), [choice, now]);
  const outages = useMemo(() => alerts && outagesIn(alerts, window), [alerts, window]);
  const down = useMemo(() => outages?.filter(({ state }) => state === 'DOWN'), [outages]);
  const events = useChartEvents(monitor, Math.ceil((now - window.from) / hourMs));
  const figures = props.figures(outages, window);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1fr)_292px]">
        {isPending ? <div className="card h-80" aria-busy="true" /> : null}
        {history?.length ? (
          <div className="card">
            <LatencyChart
              history={history}
              of={name}
              kind={kind}
              threshold={monitor.response_time_threshold}
              interval={monitor.check_interval}
              window={window}
              outages={down}
              events={events}
            />
          </div>
        ) : null}
        {figures ? <HistoryFigures figures={figures} /> : null}
      </div>
      {outages ? <PeriodList periods={outages} now={now} /> : null}
    </>
  );
}
