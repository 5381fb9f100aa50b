import { coverageNote, formatPercent } from '@upvigil/core/format/percent';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { toneText } from '../tones/tone-classes.ts';
import { ToneIcon } from '../tones/tone-icon.tsx';

interface UptimeFigureProps {
  percent: number | null;
  /** The observed part of its time, in percent. */
  coverage?: number | null | undefined;
  /** Whether the coverage has a line of its own. In a narrow column it is a tooltip. */
  isWide?: boolean;
}

/** Uptime in the colour of its level, with its coverage. Below 99 %, an icon shows the level without colour. */
export function UptimeFigure({ percent, coverage, isWide = false }: UptimeFigureProps) {
  const note = coverageNote(coverage);
  const tone = uptimeTone(percent);
  const isTooltip = note !== null && !isWide;
  return (
    <>
      <span className={`inline-flex items-center gap-1 ${toneText[tone]}`} title={isTooltip ? note : undefined}>
        <span className={isTooltip ? 'underline decoration-dotted underline-offset-3' : undefined}>
          {formatPercent(percent)}
        </span>
        {tone === 'warn' || tone === 'down' ? <ToneIcon tone={tone} /> : null}
        {isTooltip ? <span className="sr-only">({note})</span> : null}
      </span>
      {note !== null && isWide ? (
        <span className="block text-xs font-normal tracking-normal text-(--muted)">({note})</span>
      ) : null}
    </>
  );
}
