import type { Tone } from '@upvigil/core/status/tone';

export interface Share {
  tone: Tone;
  count: number;
}

const fills: Record<Tone, string> = {
  up: 'bg-(--up-g)',
  warn: 'bg-(--warn-g)',
  down: 'bg-[repeating-linear-gradient(135deg,var(--down-g)_0_3px,color-mix(in_srgb,var(--down-g)_72%,var(--surface))_3px_5px)]',
  none: 'bg-(--none-bg)',
};

/**
 * Stacked bar with gaps of 2 px. Segments are at least 3 px wide; the DOWN segment is hatched. Decorative: the figures
 * are shown beside it.
 */
export function ShareBar({ shares }: { shares: readonly Share[] }) {
  return (
    <div aria-hidden="true" className="flex h-2 w-full gap-0.5 forced-color-adjust-none">
      {shares
        .filter(({ count }) => count > 0)
        .map(({ tone, count }) => (
          <span
            key={tone}
            data-tone={tone}
            className={`min-w-[3px] basis-0 rounded-xs ${fills[tone]}`}
            style={{ flexGrow: count }}
          />
        ))}
    </div>
  );
}
