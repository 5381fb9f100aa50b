export type TileSize = 'huge' | 'large' | 'medium' | 'compact' | 'small' | 'tiny';

/** Area for the tiles in px. */
export interface WallRoom {
  width: number;
  height: number;
}

export interface WallLayout {
  size: TileSize;
  columns: number;
  /** Distance between tiles in px. */
  gap: number;
}

/** Limit of tiles that stay legible. */
export const mostTiles = 200;
/** Narrower screens are viewed from nearby: they scroll, and medium tiles are legible. */
const narrowestWallPx = 720;

interface SizeLimits {
  size: TileSize;
  /** Smallest tile in px, including border and padding. */
  width: number;
  height: number;
  gap: number;
}

const huge: SizeLimits = { size: 'huge', width: 400, height: 240, gap: 6 };
const medium: SizeLimits = { size: 'medium', width: 176, height: 112, gap: 6 };
const tiny: SizeLimits = { size: 'tiny', width: 72, height: 34, gap: 4 };
/** From large to small. */
const sizes: readonly SizeLimits[] = [
  huge,
  { size: 'large', width: 280, height: 168, gap: 6 },
  medium,
  { size: 'compact', width: 140, height: 78, gap: 6 },
  { size: 'small', width: 110, height: 52, gap: 6 },
  tiny,
];
/** Width divided by height of a tile that suits a name above a strip. */
const bestRatio = 2.5;

/** The largest size at which all tiles fit, in the number of columns that gives the tiles the best shape. */
export function wallLayout(count: number, room: WallRoom | null): WallLayout {
  if (room === null) return { size: 'medium', columns: 1, gap: medium.gap };
  if (room.width < narrowestWallPx) return { size: 'medium', columns: mostColumns(room, medium), gap: medium.gap };
  for (const limits of sizes) {
    const fitting = columnsThatFit(count, room, limits);
    const [columns] = fitting.sort((a, b) => shapeFault(count, a, room, limits) - shapeFault(count, b, room, limits));
    if (columns !== undefined) return { size: limits.size, columns, gap: limits.gap };
  }
  // Screens that are too low for all tiles scroll.
  return { size: 'tiny', columns: mostColumns(room, tiny), gap: tiny.gap };
}

const mostColumns = ({ width }: WallRoom, limits: SizeLimits): number =>
  Math.max(1, Math.floor((width + limits.gap) / (limits.width + limits.gap)));

function columnsThatFit(count: number, room: WallRoom, limits: SizeLimits): number[] {
  const most = Math.min(count, mostColumns(room, limits));
  const all = Array.from({ length: most }, (_, index) => index + 1);
  return all.filter((columns) => tileBox(count, columns, room, limits).height >= limits.height);
}

/** Size of a tile when the tiles fill the room. */
function tileBox(count: number, columns: number, { width, height }: WallRoom, { gap }: SizeLimits): WallRoom {
  const rows = Math.ceil(count / columns);
  return { width: (width + gap) / columns - gap, height: (height + gap) / rows - gap };
}

/** How far a tile is from the best shape; 0 is best. */
function shapeFault(count: number, columns: number, room: WallRoom, limits: SizeLimits): number {
  const { width, height } = tileBox(count, columns, room, limits);
  return Math.abs(Math.log(width / height / bestRatio));
}
