/** Maps values to positions on the value axis. */
export interface ValueScale {
  /** Position of a value on the axis. */
  place: (value: number) => number;
  /** Positions of the ticks, from 0 to the top; `values` are all drawn values. */
  ticksFor: (values: readonly number[]) => number[];
  /** `top`: position of the last tick. */
  formatTick: (place: number, top: number) => string;
  /** Position of the mark that shows a change of scale. */
  breakAt?: number;
}
