import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import type { Glyphs } from '../glyphs.ts';
import { bar, roleOfTone, type Span } from '../paint.ts';

/** A cell for each tone; equal neighbours share a span. */
export function stripOf(tones: readonly (Tone | InfoTone)[], glyphs: Glyphs): Span[] {
  const runs: { tone: Tone | InfoTone; length: number }[] = [];
  for (const tone of tones) {
    const last = runs.at(-1);
    if (last?.tone === tone) last.length += 1;
    else runs.push({ tone, length: 1 });
  }
  return runs.map(({ tone, length }) => bar(glyphs.strip[tone].repeat(length), roleOfTone(tone)));
}
