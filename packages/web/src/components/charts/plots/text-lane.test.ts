import { expect, it } from 'vitest';
import { placeInLane } from './text-lane.ts';

it('keeps texts inside the lane without overlap; earlier texts have priority', () => {
  const placed = placeInLane(
    [
      { text: 'slow over 5s', x: 0 },
      { text: '9.00s', x: 60, markPx: 11 },
      { text: '7.00s', x: 200 },
      { text: '6.00s', x: 400 },
    ],
    { x: 40, width: 360 },
  );
  expect(placed.map(({ text }) => text)).toEqual(['slow over 5s', '7.00s', '6.00s']);
  expect(placed[0]?.x).toBe(40);
  expect(placed.at(-1)?.x).toBeLessThan(400 - 25);
});
