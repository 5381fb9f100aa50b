import { formatPercent } from '@upvigil/core/format/percent';
import { memo } from 'react';
import { PulseStrip } from '../components/pulse/pulse-strip.tsx';
import { StateDot } from '../components/tones/state-dot.tsx';
import { toneText } from '../components/tones/tone-classes.ts';
import type { Tile, TileSize } from './wall-tiles.ts';

const sizes: Record<TileSize, { tile: string; name: string; foot: string; stripPx: number; barPx: number }> = {
  large: { tile: 'gap-3 rounded-xl p-5', name: 'text-xl', foot: 'text-lg', stripPx: 44, barPx: 6 },
  medium: { tile: 'gap-2 rounded-xl p-3', name: 'text-[0.9375rem]', foot: 'text-[0.8125rem]', stripPx: 26, barPx: 3.5 },
  small: {
    tile: 'rounded-lg px-1.5 py-0.5',
    name: 'text-xs',
    foot: 'text-[0.6875rem] leading-4',
    stripPx: 14,
    barPx: 3,
  },
};

/** One website or service: name, strip, state and uptime. */
export const WallTile = memo(function WallTile({ tile, size }: { tile: Tile; size: TileSize }) {
  const look = sizes[size];
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
      <div style={{ height: look.stripPx }}>
        {tile.bars.length > 0 ? (
          <PulseStrip bars={tile.bars} label={tile.pulse} height={look.stripPx} barPx={look.barPx} />
        ) : null}
      </div>
      <p className={`flex min-w-0 justify-between gap-1 ${look.foot}`}>
        <span className={`truncate ${toneText[tile.tone]}`}>{tile.word}</span>
        <span>{formatPercent(tile.uptime)}</span>
      </p>
    </li>
  );
});
