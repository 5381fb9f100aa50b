import type { Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneText } from '../components/tones/tone-classes.ts';

interface KeyFigure {
  label: string;
  value: ReactNode;
  /** Set when the value has a state, such as a low uptime. */
  tone?: Tone;
  /** Tooltip. */
  title?: string;
}

interface KeyFiguresProps {
  figures: readonly KeyFigure[];
  /** Spread over the whole line; otherwise grouped at its start. */
  isSpread?: boolean;
}

/** Four figures, side by side if there is space. */
export function KeyFigures({ figures, isSpread = false }: KeyFiguresProps) {
  return (
    <dl
      className={`flex flex-wrap gap-x-7 gap-y-1.5 max-md:justify-between max-md:gap-x-1.5 ${isSpread ? 'justify-between' : ''}`}
    >
      {figures.map(({ label, value, tone, title }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-(--muted)">{label}</dt>
          <dd title={title} className={`font-medium ${tone ? toneText[tone] : ''}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
