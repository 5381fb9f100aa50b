import { formatPercent } from '@upvigil/core/format/percent';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { toneText } from '../tones/tone-classes.ts';
import { ToneIcon } from '../tones/tone-icon.tsx';

/** Uptime in the colour of its level. Below 99 %, an icon shows the level without colour. */
export function UptimeFigure({ percent }: { percent: number | null }) {
  const tone = uptimeTone(percent);
  return (
    <span className={`inline-flex items-center gap-1 ${toneText[tone]}`}>
      {formatPercent(percent)}
      {tone === 'warn' || tone === 'down' ? <ToneIcon tone={tone} /> : null}
    </span>
  );
}
