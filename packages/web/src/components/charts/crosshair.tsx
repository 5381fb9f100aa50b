import { createContext, type ReactNode, useContext, useState } from 'react';

/** The hour that is looked at, in ms since the epoch; null where none is. */
type Crosshair = readonly [at: number | null, setAt: (at: number | null) => void];

const CrosshairContext = createContext<Crosshair>([null, () => {}]);

/** All charts inside look at the same hour. Elements between them are not rendered again when it changes. */
export function CrosshairProvider({ children }: { children: ReactNode }) {
  const crosshair = useState<number | null>(null);
  return <CrosshairContext value={crosshair}>{children}</CrosshairContext>;
}

export const useCrosshair = (): Crosshair => useContext(CrosshairContext);
