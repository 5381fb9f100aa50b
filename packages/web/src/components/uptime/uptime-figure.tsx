import { coverageNote, formatPercent } from '@upvigil/core/format/percent';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { toneText } from '../tones/tone-classes.ts';
import { ToneIcon } from '../tones/tone-icon.tsx';

interface UptimeFigureProps {
  percent: number | null;
  /** The observed part of its time, in percent. */
  coverage?: number | null | undefined;
}

/** Uptime in the colour of its level, with its coverage. Below 99 %, an icon shows the level without colour. */
export function UptimeFigure({ percent, coverage }: UptimeFigureProps) {
  const note = coverageNote(coverage);
  const tone = uptimeTone(percent);
  return (
    <span className={`inline-flex items-center gap-1 ${toneText[tone]}`}>
      {formatPercent(percent)}
      {tone === 'warn' || tone === 'down' ? <ToneIcon tone={tone} /> : null}
      {note === null ? null : <span className="text-xs font-normal text-(--muted)">({note})</span>}
    </span>
  );
}
