/** A number for programs; nothing where there is none. */
export const plainNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);
