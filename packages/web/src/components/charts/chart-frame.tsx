import { type ReactNode, Suspense } from 'react';
import { useNearViewport } from '../lists/use-near-viewport.ts';

interface ChartFrameProps {
  /** Accessible name of the chart: one sentence with its figures. */
  summary: string;
  /** Fixed height in px, so that the layout does not shift when the chart loads. */
  height: number;
  /** The chart. Its code is loaded when the frame comes near the viewport. */
  children: ReactNode;
  /** The same figures as a table behind 'Show data', rendered only while open. */
  table: ReactNode;
}

/** Fixed-size container of a chart, with its figures as a table below. */
export function ChartFrame({ summary, height, children, table }: ChartFrameProps) {
  const [ref, isNear] = useNearViewport<HTMLElement>();
  const waiting = <div role="img" aria-label={summary} className="rounded-md bg-(--sunken)" style={{ height }} />;
  return (
    <figure ref={ref} className="m-0 min-w-0">
      <div className="relative overflow-hidden" style={{ height }}>
        {isNear ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
      </div>
      {table}
    </figure>
  );
}
