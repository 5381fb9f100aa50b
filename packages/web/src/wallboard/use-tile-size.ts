import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type TileSize, tileSize, type WallRoom } from './wall-tiles.ts';

/** In px below the tiles. */
const bottomPx = 24;

/** The size of so many tiles in a list that fills the rest of the screen. It is measured at each rendering: the clock has one a second. */
export function useTileSize<List extends HTMLElement>(count: number): [RefObject<List | null>, TileSize] {
  const list = useRef<List>(null);
  const [room, setRoom] = useState<WallRoom | null>(null);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (!list.current) return;
      const { width, top } = list.current.getBoundingClientRect();
      const height = window.innerHeight - (top + window.scrollY) - bottomPx;
      setRoom((was) => (was?.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
  return [list, tileSize(count, room)];
}
