import type { Tone } from '@upvigil/core/status/tone';

const segmentWidth = 8;
const pitch = 10;
const fills: Record<Tone, string> = {
  up: 'fill-(--up-g)',
  warn: 'fill-(--warn-g)',
  down: 'fill-(--down-g)',
  none: 'fill-none stroke-(--none-g)',
};
/** Top and height of a segment: a worse state has a lower bar, for people who do not see the colour. */
const boxes: Record<Tone, { y: number; height: number }> = {
  up: { y: 0, height: 28 },
  warn: { y: 6, height: 22 },
  down: { y: 14, height: 14 },
  none: { y: 19, height: 8 },
};

/** A strip as one drawing with at most four paths, which stays cheap in lists of hundreds. */
export function MiniStrip({ tones, label, height = 28 }: { tones: readonly Tone[]; label: string; height?: number }) {
  return (
    <svg
      role="img"
      aria-label={label}
      className="block w-full forced-color-adjust-none"
      height={height}
      viewBox={`0 0 ${tones.length * pitch - (pitch - segmentWidth)} 28`}
      preserveAspectRatio="none"
    >
      {(Object.keys(fills) as Tone[]).map((tone) => {
        const path = pathOf(tones, tone);
        return path ? <path key={tone} d={path} className={fills[tone]} vectorEffect="non-scaling-stroke" /> : null;
      })}
    </svg>
  );
}

function pathOf(tones: readonly Tone[], wanted: Tone): string {
  const { y, height } = boxes[wanted];
  return tones
    .map((tone, index) => (tone === wanted ? `M${index * pitch} ${y}h${segmentWidth}v${height}h-${segmentWidth}z` : ''))
    .join('');
}
