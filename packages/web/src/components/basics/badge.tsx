import type { Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneTint } from '../tones/tone-classes.ts';
import { ToneIcon } from '../tones/tone-icon.tsx';

/** A pill with an icon and a word: `<Badge tone="up">UP</Badge>`. The word is for people who do not see the colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap forced-colors:border ${toneTint[tone]}`}
    >
      <ToneIcon tone={tone} />
      {children}
    </span>
  );
}
