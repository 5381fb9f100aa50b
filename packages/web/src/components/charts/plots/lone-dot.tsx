interface DotProps {
  cx?: number;
  cy?: number | null;
  index?: number;
}

type Values = readonly (number | null)[];

const isLone = (values: Values, index: number): boolean =>
  (values[index] ?? null) !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;

/**
 * Draws a dot for a sample between two gaps, because it has no line. Returns false when there is no such sample:
 * Recharts would create an element for every sample.
 */
export const loneDot = (values: Values, color: string) =>
  values.some((_value, index) => isLone(values, index)) &&
  function LoneDot({ cx, cy, index = 0 }: DotProps) {
    const isDrawn = isLone(values, index) && cy !== null && cy !== undefined;
    return isDrawn ? <circle key={index} cx={cx} cy={cy} r={3} fill={color} /> : <g key={index} />;
  };
