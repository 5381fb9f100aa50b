/** How values stand on the axis of a chart. */
export interface ValueScale {
  /** Where a value stands. */
  place: (value: number) => number;
  /** Places of the ticks, from 0 to the top; `values` are all that is drawn. */
  ticksFor: (values: readonly number[]) => number[];
  /** `top`: the last tick. */
  formatTick: (place: number, top: number) => string;
  /** The place at which a mark says that the axis is not even. */
  breakAt?: number;
}
