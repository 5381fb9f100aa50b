export interface LaneText {
  text: string;
  /** Where its middle is wanted, in px. */
  x: number;
  /** Room for a mark before it, in px. */
  markPx?: number;
}

interface Lane {
  /** In px. */
  x: number;
  width: number;
}

/** Of 11 px text, on the wide side. */
const letterPx = 6.2;
const betweenPx = 8;

/** The texts that have room beside each other in the lane above a plot, the first ones before the others; `x` is where each begins, with its mark. */
export function placeInLane<Text extends LaneText>(texts: readonly Text[], lane: Lane): Text[] {
  const taken: { from: number; to: number }[] = [];
  return texts.flatMap((text) => {
    const width = (text.markPx ?? 0) + text.text.length * letterPx;
    const from = Math.max(lane.x, Math.min(text.x - width / 2, lane.x + lane.width - width));
    const to = from + width;
    if (taken.some((other) => from < other.to + betweenPx && other.from < to + betweenPx)) return [];
    taken.push({ from, to });
    return [{ ...text, x: from }];
  });
}
