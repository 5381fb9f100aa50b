import type { InfoTone, Tone } from '@upvigil/core/status/tone';

const paths: Record<Tone | InfoTone, string> = {
  up: 'M3 8.5l3.4 3.4L13 4.6',
  warn: 'M8 2.3 14.6 13.7H1.4ZM8 6.6v3.2M8 11.7v.1',
  down: 'M4 4l8 8M12 4l-8 8',
  none: 'M3.5 8h9',
  info: 'M9.8 4.2a.67.67 0 0 0 0 .93l1.07 1.07a.67.67 0 0 0 .93 0l2.51-2.51a4 4 0 0 1-5.29 5.29l-4.61 4.61a1.41 1.41 0 0 1-2-2l4.61-4.61a4 4 0 0 1 5.29-5.29z',
};

/** Tick, triangle, cross, dash or wrench, which shows the state without colour. Decorative: a word is beside it. */
export function ToneIcon({ tone, size = 12 }: { tone: Tone | InfoTone; size?: number }) {
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
