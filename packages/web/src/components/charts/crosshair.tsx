import { createContext, type ReactNode, useContext, useState } from 'react';

/** The selected hour in ms since the epoch, or null. */
type Crosshair = readonly [at: number | null, setAt: (at: number | null) => void];

const CrosshairContext = createContext<Crosshair>([null, () => {}]);

/** Shares the selected hour between all charts inside. Elements between them do not render again when it changes. */
export function CrosshairProvider({ children }: { children: ReactNode }) {
  const crosshair = useState<number | null>(null);
  return <CrosshairContext value={crosshair}>{children}</CrosshairContext>;
}

export const useCrosshair = (): Crosshair => useContext(CrosshairContext);
