import type { Tone } from '@upvigil/core/status/tone';
import { dayBar, type PulseBar } from '../components/pulse/pulse-geometry.ts';
import { PulseStrip } from '../components/pulse/pulse-strip.tsx';
import { publicWords } from '../language/public-words.ts';

const signs: readonly [words: 'keyUp' | 'keyWarn' | 'keyDown' | 'keyNone', bars: readonly PulseBar[]][] = [
  ['keyUp', sign('up', 0)],
  ['keyWarn', sign('warn', 3600)],
  ['keyDown', sign('down', 0)],
  ['keyNone', sign('none', 0)],
];

function sign(tone: Tone, downSeconds: number): readonly PulseBar[] {
  return [dayBar(tone, downSeconds)];
}

/** What the bars of the day strips mean, once for the whole page. */
export function StripKey() {
  const words = publicWords('pages');
  return (
    <ul
      className="mt-1 flex flex-wrap justify-center gap-x-5.5 gap-y-2 text-xs text-(--muted)"
      aria-label={words.keyName}
    >
      {signs.map(([name, bars]) => (
        <li key={name} className="flex items-center gap-2">
          <span className="w-2.5">
            <PulseStrip bars={bars} height={18} barPx={5} />
          </span>
          {words[name]}
        </li>
      ))}
      <li>{words.keyHeight}</li>
    </ul>
  );
}
