import { formatPercent } from '@upvigil/core/format/percent';
import { memo } from 'react';
import { PulseStrip } from '../components/pulse/pulse-strip.tsx';
import { StateDot } from '../components/tones/state-dot.tsx';
import { toneText } from '../components/tones/tone-classes.ts';
import type { TileSize } from './wall-layout.ts';
import type { Tile } from './wall-tiles.ts';

interface TileLook {
  tile: string;
  name: string;
  foot: string;
  /** 0 without a strip. */
  stripPx: number;
  barPx: number;
}

/** With their contents, tiles are at most as high as the smallest height of their size in `wall-layout.ts`. */
const looks: Record<TileSize, TileLook> = {
  huge: { tile: 'gap-4 rounded-xl p-6', name: 'text-4xl', foot: 'text-[1.75rem] leading-9', stripPx: 72, barPx: 8 },
  large: { tile: 'gap-3 rounded-xl p-5', name: 'text-xl', foot: 'text-lg', stripPx: 44, barPx: 6 },
  medium: { tile: 'gap-2 rounded-xl p-3', name: 'text-[0.9375rem]', foot: 'text-[0.8125rem]', stripPx: 26, barPx: 3.5 },
  compact: { tile: 'gap-0.5 rounded-lg p-2', name: 'text-sm', foot: 'text-xs', stripPx: 18, barPx: 3 },
  small: {
    tile: 'rounded-lg px-1.5 py-0.5',
    name: 'text-xs',
    foot: 'text-[0.6875rem] leading-4',
    stripPx: 14,
    barPx: 3,
  },
  tiny: {
    tile: 'rounded px-1',
    name: 'text-[0.6875rem] leading-4',
    foot: 'text-[0.6875rem] leading-4',
    stripPx: 0,
    barPx: 0,
  },
};

/** One website or service: name, strip, state and uptime. */
export const WallTile = memo(function WallTile({ tile, size }: { tile: Tile; size: TileSize }) {
  const look = looks[size];
  return (
    <li
      className={`grid min-w-0 content-center border bg-(--surface) ${look.tile} ${tile.tone === 'down' ? 'border-(--down-g)' : 'border-(--border)'}`}
    >
      <p className={`flex min-w-0 items-center gap-1.5 font-medium ${look.name}`}>
        <StateDot tone={tile.tone} />
        <span className="truncate" title={tile.name}>
          {tile.name}
        </span>
      </p>
      {look.stripPx > 0 ? (
        <div style={{ height: look.stripPx }}>
          {tile.bars.length > 0 ? (
            <PulseStrip bars={tile.bars} label={tile.pulse} height={look.stripPx} barPx={look.barPx} />
          ) : null}
        </div>
      ) : null}
      <Foot tile={tile} className={look.foot} />
    </li>
  );
});

/** State and uptime. In a tile that is too narrow for both, the uptime wraps into the hidden second line. */
function Foot({ tile, className }: { tile: Tile; className: string }) {
  return (
    <p
      className={`flex h-[1lh] min-w-0 flex-wrap justify-between gap-x-1 overflow-hidden ${className}`}
      title={`${tile.word}, ${formatPercent(tile.uptime)}`}
    >
      <span className={`max-w-full truncate ${toneText[tile.tone]}`}>{tile.word}</span>
      <span>{formatPercent(tile.uptime)}</span>
    </p>
  );
}
