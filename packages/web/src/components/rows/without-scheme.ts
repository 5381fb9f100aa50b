/** A URL without its scheme. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');
