import type { InfoTone, Tone } from '@upvigil/core/status/tone';

const paths: Record<Tone | InfoTone, string> = {
  up: 'M3 8.5l3.4 3.4L13 4.6',
  warn: 'M8 2.3 14.6 13.7H1.4ZM8 6.6v3.2M8 11.7v.1',
  down: 'M4 4l8 8M12 4l-8 8',
  none: 'M3.5 8h9',
  info: 'M2 9.5C4 5.5 6 5.5 8 8s4 2.5 6-1.5',
};

/** Tick, triangle, cross, dash or wave, which shows the state without colour. Decorative: a word is beside it. */
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
