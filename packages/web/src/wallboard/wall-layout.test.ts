import { expect, it } from 'vitest';
import { mostTiles, type TileSize, wallLayout } from './wall-layout.ts';

/** Beside the heading and four problems on 1440x900 and 1920x1080, and without a problem. */
const rooms = [
  { width: 1392, height: 540 },
  { width: 1392, height: 772 },
  { width: 1872, height: 720 },
  { width: 1872, height: 952 },
];
const heights: Record<TileSize, number> = { huge: 240, large: 168, medium: 112, compact: 78, small: 52, tiny: 34 };

it.each(rooms)('fits 1 to 200 tiles into $width x $height px, never smaller than their text', (room) => {
  for (let count = 1; count <= mostTiles; count += 1) {
    const { size, columns, gap } = wallLayout(count, room);
    const rows = Math.ceil(count / columns);
    expect(rows * (heights[size] + gap) - gap, `${count} tiles, height`).toBeLessThanOrEqual(room.height);
    expect((room.width + gap) / columns - gap, `${count} tiles, width`).toBeGreaterThanOrEqual(72);
    expect(columns).toBeLessThanOrEqual(count);
  }
});

it.each(rooms)('never makes tiles larger because there are more, in $width x $height px', (room) => {
  const order = Object.keys(heights);
  const sizes = Array.from({ length: mostTiles }, (_, at) => order.indexOf(wallLayout(at + 1, room).size));
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
});

it('uses the largest size that fits', () => {
  const sizeOf = (count: number) => wallLayout(count, { width: 1392, height: 580 }).size;
  expect([1, 6, 7, 20, 50, 100, 200].map(sizeOf)).toEqual([
    ...['huge', 'huge', 'large', 'medium', 'compact', 'small', 'tiny'],
  ]);
});

it('scrolls on a phone, and on a screen that is too low, with legible tiles', () => {
  expect(wallLayout(200, { width: 358, height: 500 })).toEqual({ size: 'medium', columns: 2, gap: 6 });
  expect(wallLayout(200, { width: 1232, height: 200 })).toEqual({ size: 'tiny', columns: 16, gap: 4 });
});
