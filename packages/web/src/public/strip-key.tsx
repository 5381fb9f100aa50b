import { dayBar, type PulseBar } from '@upvigil/core/status/pulse-geometry';
import type { Tone } from '@upvigil/core/status/tone';
import { PulseStrip } from '../components/pulse/pulse-strip.tsx';
import { dayWords } from '../components/pulse/strip-days.ts';
import { publicTexts } from '../language/public-texts.ts';

const signs: readonly [words: 'keyUp' | 'keyWarn' | 'keyDown' | 'keyNone', bars: readonly PulseBar[]][] = [
  ['keyUp', sign('up', 0)],
  ['keyWarn', sign('warn', 3600)],
  ['keyDown', sign('down', 0)],
  ['keyNone', sign('none', 0)],
];

function sign(tone: Tone, downSeconds: number): readonly PulseBar[] {
  return [dayBar(tone, downSeconds)];
}

const worked = [dayBar('info', 0)];

const Sign = ({ bars, word }: { bars: readonly PulseBar[]; word: string }) => (
  <li className="flex items-center gap-2">
    <span className="w-2.5">
      <PulseStrip bars={bars} height={18} barPx={5} />
    </span>
    {word}
  </li>
);

/** Legend of all day strips on the page. `hasMaintenance`: include maintenance. */
export function StripKey({ hasMaintenance }: { hasMaintenance: boolean }) {
  const words = publicTexts('pages');
  return (
    <ul
      className="mt-1 flex flex-wrap justify-center gap-x-5.5 gap-y-2 text-xs text-(--muted)"
      aria-label={words.keyName}
    >
      {signs.map(([name, bars]) => (
        <Sign key={name} bars={bars} word={words[name]} />
      ))}
      {hasMaintenance ? <Sign bars={worked} word={dayWords().info} /> : null}
      <li>{words.keyHeight}</li>
    </ul>
  );
}
