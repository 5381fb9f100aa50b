interface DotProps {
  cx?: number;
  cy?: number | null;
  index?: number;
}

/** Draws a dot for a sample between two gaps, which makes no line of its own; nothing for the others. */
export const loneDot = (values: readonly (number | null)[], color: string) =>
  function LoneDot({ cx, cy, index = 0 }: DotProps) {
    const isLone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
    const isDrawn = isLone && (values[index] ?? null) !== null && cy !== null && cy !== undefined;
    return isDrawn ? <circle key={index} cx={cx} cy={cy} r={3} fill={color} /> : <g key={index} />;
  };
