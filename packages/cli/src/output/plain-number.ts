/** A number for programs; empty if absent. */
export const plainNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);
