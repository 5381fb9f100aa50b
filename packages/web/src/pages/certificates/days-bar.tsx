import type { ExpiryState } from '@upvigil/core/contract/certificates';
import { daysLeftWords, expiryTone } from '@upvigil/core/status/expiry';
import type { Tone } from '@upvigil/core/status/tone';
import { toneText } from '../../components/tones/tone-classes.ts';

const fills: Record<Tone, string> = {
  up: 'bg-(--up-g)',
  warn: 'bg-(--warn-g)',
  down: 'bg-(--down-g)',
  none: 'bg-(--none-g)',
};

interface DaysBarProps {
  days: number;
  state: ExpiryState;
  /** Remaining part of the validity, 0 to 1; null if the start is unknown. */
  part: number | null;
}

/** Days left as text, and the remaining validity as a bar. */
export function DaysBar({ days, state, part }: DaysBarProps) {
  const tone = expiryTone(state);
  return (
    <span className="grid gap-1">
      <span className={`text-[0.8125rem] font-medium ${toneText[tone]}`}>{daysLeftWords(days)}</span>
      {part === null ? null : (
        <span aria-hidden="true" className="h-1.5 w-full rounded-full bg-(--none-bg) forced-color-adjust-none">
          <span
            data-graphic
            className={`block h-full rounded-full ${fills[tone]}`}
            style={{ width: `${Math.round(Math.min(1, Math.max(0, part)) * 100)}%` }}
          />
        </span>
      )}
    </span>
  );
}
