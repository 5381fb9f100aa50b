import type { Tone } from '@upvigil/core/status/tone';
import { dayBar, type PulseBar } from '../components/pulse/pulse-geometry.ts';
import { PulseStrip } from '../components/pulse/pulse-strip.tsx';

const signs: readonly [words: string, bars: readonly PulseBar[]][] = [
  ['99% or more', sign('up', 0)],
  ['95 to 99%', sign('warn', 3600)],
  ['below 95%', sign('down', 0)],
  ['no data', sign('none', 0)],
];

function sign(tone: Tone, downSeconds: number): readonly PulseBar[] {
  return [dayBar(tone, downSeconds)];
}

/** What the bars of the day strips mean, once for the whole page. */
export function StripKey() {
  return (
    <ul
      className="mt-1 flex flex-wrap justify-center gap-x-5.5 gap-y-2 text-xs text-(--muted)"
      aria-label="Key to the day strips"
    >
      {signs.map(([words, bars]) => (
        <li key={words} className="flex items-center gap-2">
          <span className="w-2.5">
            <PulseStrip bars={bars} height={18} barPx={5} />
          </span>
          {words}
        </li>
      ))}
      <li>Taller means longer down.</li>
    </ul>
  );
}
