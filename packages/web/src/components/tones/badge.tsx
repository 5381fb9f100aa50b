import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneTint } from './tone-classes.ts';
import { ToneIcon } from './tone-icon.tsx';

/**
 * Icon and word on their tint, 22 px high, such as `<Badge tone="up">UP</Badge>`. The word is required, so that colour
 * is never the only sign.
 */
export function Badge({ tone, children }: { tone: Tone | InfoTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1 rounded-md pr-2 pl-1.5 text-xs font-medium whitespace-nowrap forced-colors:border ${toneTint[tone]}`}
    >
      <ToneIcon tone={tone} />
      {children}
    </span>
  );
}
