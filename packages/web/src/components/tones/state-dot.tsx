import type { Tone } from '@upvigil/core/status/tone';

const looks: Record<Tone, { path: string; className: string }> = {
  up: { path: 'M5 .5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z', className: 'fill-(--up-g)' },
  warn: { path: 'M5 .6 9.7 9.2H.3Z', className: 'fill-(--warn-g)' },
  down: { path: 'M.8.8h8.4v8.4H.8Z', className: 'fill-(--down-g)' },
  none: { path: 'M5 1.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6Z', className: 'fill-none stroke-(--none-g)' },
};

/** Mark of 9 px beside a visible word: disc, triangle, square or ring, so that the shape shows the state too. */
export function StateDot({ tone }: { tone: Tone }) {
  const { path, className } = looks[tone];
  return (
    <svg aria-hidden="true" className="shrink-0" data-tone={tone} width="9" height="9" viewBox="0 0 10 10">
      <path d={path} strokeWidth={1.5} className={`${className} forced-colors:stroke-[CanvasText]`} />
    </svg>
  );
}
