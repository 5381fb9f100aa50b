/** A URL without its scheme. */
export const spokenUrl = (url: string): string => url.replace(/^https?:\/\//, '');
