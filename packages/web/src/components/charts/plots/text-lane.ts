export interface LaneText {
  text: string;
  /** Preferred centre in px. */
  x: number;
  /** Width in px of a mark before the text. */
  markPx?: number;
}

interface Lane {
  x: number;
  width: number;
}

/** Upper estimate of the width of one character at 11 px. */
const letterPx = 6.2;
const betweenPx = 8;

/**
 * Texts that fit into the lane above a plot without overlap; earlier ones have priority. `x` of the result is the left
 * edge, including the mark.
 */
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
