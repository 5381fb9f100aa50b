import { formatTime, relativeTime, type TimeShape } from './time-format.ts';

/** Local time as text, ISO time in `datetime`, relative time as a tooltip. */
export function Time({ value, shape = 'dateTime' }: { value: string; shape?: TimeShape }) {
  const describe = (element: HTMLTimeElement) => {
    element.title = relativeTime(Date.parse(value), Date.now());
  };
  return (
    <time dateTime={value} className="whitespace-nowrap" onPointerEnter={(event) => describe(event.currentTarget)}>
      {formatTime(value, shape)}
    </time>
  );
}
