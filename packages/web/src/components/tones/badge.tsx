import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneTint } from './tone-classes.ts';
import { ToneIcon } from './tone-icon.tsx';

interface BadgeProps {
  tone: Tone | InfoTone;
  /** Instead of the icon of the tone. */
  icon?: ReactNode;
  children: ReactNode;
}

/**
 * Icon and word on their tint, 22 px high, such as `<Badge tone="up">UP</Badge>`. The word is required, so that colour
 * is never the only sign.
 */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1 rounded-md pr-2 pl-1.5 text-xs font-medium whitespace-nowrap forced-colors:border ${toneTint[tone]}`}
    >
      {icon ?? <ToneIcon tone={tone} />}
      {children}
    </span>
  );
}
