/** 'Acknowledged by Ann: restarting it'. */
export const acknowledgedWords = (by: string | null, note: string | null): string =>
  `Acknowledged${by ? ` by ${by}` : ''}${note ? `: ${note}` : ''}`;
