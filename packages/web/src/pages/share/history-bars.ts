import type { SharedHistory } from '@upvigil/core/contract/shares';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { dayBar, type PulseBar } from '../../components/pulse/pulse-geometry.ts';

const daySeconds = 86_400;

/** A stretch of time, ending at `until` (ms since the epoch), in pieces of `pieceSeconds`: hours or days of UTC. */
interface Stretch {
  days: number;
  until: number;
  pieceSeconds: number;
}

/** A bar for each piece of the time, oldest first; a dot where nothing was checked, so that a gap is seen as one. */
export function historyBars(history: SharedHistory, { days, until, pieceSeconds }: Stretch): PulseBar[] {
  const known = new Map(history.map((piece) => [pieceOf(Date.parse(piece.time), pieceSeconds), piece]));
  const last = pieceOf(until, pieceSeconds);
  const count = (days * daySeconds) / pieceSeconds;
  return Array.from({ length: count }, (_, at) => {
    const piece = known.get(last - count + 1 + at);
    return piece ? barOf(piece) : dayBar('none', 0);
  });
}

const pieceOf = (ms: number, pieceSeconds: number): number => Math.floor(ms / (pieceSeconds * 1000));

const barOf = ({ checks, uptime }: SharedHistory[number]): PulseBar =>
  dayBar(uptimeTone(uptime), lostSeconds(checks, uptime));

/** So that the bar of a piece with more failures is taller: as if its checks were spread over a day. */
const lostSeconds = (checks: number, uptime: number | null): number =>
  checks === 0 || uptime === null ? 0 : ((100 - uptime) / 100) * daySeconds;
