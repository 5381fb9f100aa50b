import { formatTime, relativeTime, type TimeShape } from './time-format.ts';

/** A point in time for people and for machines: local time in the text, ISO in `datetime`, how long ago on hover. */
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
