import { type ReactNode, Suspense } from 'react';
import { useNearViewport } from '../lists/use-near-viewport.ts';

interface ChartFrameProps {
  /** The accessible name of the picture: one sentence with what the chart shows, in figures. */
  summary: string;
  /** Fixed height of the picture in px, so that nothing moves when it appears. */
  height: number;
  /** The plot. Its code is loaded when the box comes near the screen. */
  children: ReactNode;
  /** The same figures as a table, behind 'Show data'. Called only while it is open. */
  table: ReactNode;
}

/** A box of fixed size for a chart, with the chart's figures as a table below it. */
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
