import type { Tone } from '@upvigil/core/status/tone';

const paths: Record<Tone, string> = {
  up: 'M3 8.5l3.4 3.4L13 4.6',
  warn: 'M8 2.3 14.6 13.7H1.4ZM8 6.6v3.2M8 11.7v.1',
  down: 'M4 4l8 8M12 4l-8 8',
  none: 'M3.5 8h9',
};

/** Tick, triangle, cross or dash, for people who do not see the colour. Decorative: a word stands beside it. */
export function ToneIcon({ tone, size = 12 }: { tone: Tone; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 16 ? 1.5 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[tone]} />
    </svg>
  );
}
