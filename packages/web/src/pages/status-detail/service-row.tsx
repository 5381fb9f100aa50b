import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { useMemo } from 'react';
import { dayBar } from '../../components/pulse/pulse-geometry.ts';
import { PulseStrip } from '../../components/pulse/pulse-strip.tsx';
import { describeStrip, stripDays } from '../../components/pulse/strip-days.ts';
import { toneText } from '../../components/tones/tone-classes.ts';
import { figures } from '../../language/figures.ts';
import { publicWords } from '../../language/public-words.ts';

interface RowFiguresProps {
  /** What the strip is about. */
  label: string;
  uptime: number | null;
  days: DailyUptime;
}

/** What a closed service tells on its one line: its day so far, and its thirty days without a tab stop. */
export function RowFigures({ label, uptime, days }: RowFiguresProps) {
  const strip = useMemo(() => stripDays(days), [days]);
  const bars = useMemo(() => strip.map((day) => dayBar(day.tone, day.downSeconds)), [strip]);
  return (
    <>
      <span className={`text-[0.8125rem] font-medium ${toneText[uptimeTone(uptime)]}`}>
        <span className="sr-only">{publicWords('detail').dayUptime} </span>
        {figures().percent(uptime)}
      </span>
      <span className="w-50 shrink-0 max-md:hidden">
        <PulseStrip bars={bars} label={describeStrip(label, strip)} height={18} barPx={4} />
      </span>
    </>
  );
}
