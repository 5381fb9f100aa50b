import type { Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneBorder, toneTint } from '../components/tones/tone-classes.ts';
import { ToneIcon } from '../components/tones/tone-icon.tsx';

interface StatusBannerProps {
  tone: Tone;
  /** The headline. Screen readers announce it again only when it changes. */
  sentence: string;
  detail?: string;
  /** At the end of the line. */
  children?: ReactNode;
}

/** Says above everything else whether all is up: tinted, with icon and words. */
export function StatusBanner({ tone, sentence, detail, children }: StatusBannerProps) {
  return (
    <div
      className={`flex min-h-[78px] items-center gap-3 rounded-[10px] border p-4 ${toneTint[tone]} ${toneBorder[tone]}`}
    >
      <ToneIcon tone={tone} size={24} />
      <div className="min-w-0 flex-1">
        <p className="text-lg leading-6 font-semibold wrap-anywhere" aria-live="polite">
          {sentence}
        </p>
        {detail ? <p>{detail}</p> : null}
      </div>
      {children}
    </div>
  );
}
