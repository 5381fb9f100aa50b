import type { Tone } from '@upvigil/core/status/tone';

const shapes: Record<Tone, { className: string; points?: string }> = {
  up: { className: 'fill-(--up-g)' },
  warn: { className: 'fill-(--warn-g)', points: '4,0.5 7.8,7.5 0.2,7.5' },
  down: { className: 'fill-(--down-g)', points: '0.5,0.5 7.5,0.5 7.5,7.5 0.5,7.5' },
  none: { className: 'fill-none stroke-(--none-g)' },
};

/** A mark of 8 px beside a visible word: disc, triangle, square or ring, for people who do not see the colour. */
export function StatusDot({ tone }: { tone: Tone }) {
  const { className, points } = shapes[tone];
  const shared = { className: `${className} forced-colors:stroke-[CanvasText]`, strokeWidth: 1.2 };
  return (
    <svg aria-hidden="true" className="shrink-0" width="8" height="8" viewBox="0 0 8 8">
      {points ? (
        <polygon points={points} {...shared} />
      ) : (
        <circle cx="4" cy="4" r={tone === 'up' ? 4 : 3.2} {...shared} />
      )}
    </svg>
  );
}
