import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneTint } from '../components/tones/tone-classes.ts';
import { ToneIcon } from '../components/tones/tone-icon.tsx';

const borders: Record<Tone | InfoTone, string> = {
  up: 'border-(--up-g)/40',
  warn: 'border-(--warn-g)/40',
  down: 'border-(--down-g)/40',
  none: 'border-(--none-g)/40',
  info: 'border-(--none-g)/40',
};
const discs: Record<Tone | InfoTone, string> = {
  up: 'bg-(--up-fg)',
  warn: 'bg-(--warn-fg)',
  down: 'bg-(--down-fg)',
  none: 'bg-(--none-fg)',
  info: 'bg-(--accent)',
};

interface VerdictProps {
  tone: Tone | InfoTone;
  /** The headline. Screen readers announce it only when it changes. */
  sentence: string;
  detail?: string;
  /** Content at the end of the line. */
  children?: ReactNode;
}

/** Overall status at the top of the page: icon, sentence and details on the tint of the state. */
export function Verdict({ tone, sentence, detail, children }: VerdictProps) {
  return (
    <div
      className={`flex min-h-[78px] items-center gap-4 rounded-[14px] border px-5 py-4 max-md:gap-3 max-md:px-4 ${toneTint[tone]} ${borders[tone]}`}
    >
      <span className={`grid size-10 shrink-0 place-items-center rounded-full text-(--surface) ${discs[tone]}`}>
        <ToneIcon tone={tone} size={22} />
      </span>
      <div className="min-w-0 flex-1">
        <p
          className="text-xl leading-7 font-semibold tracking-[-0.018em] wrap-anywhere max-md:text-[1.0625rem] max-md:leading-6"
          aria-live="polite"
        >
          {sentence}
        </p>
        {detail ? <p className="text-[0.8125rem]">{detail}</p> : null}
      </div>
      {children}
    </div>
  );
}
