/** A URL as people speak of it: without what all of them begin with. */
export const spokenUrl = (url: string): string => url.replace(/^https?:\/\//, '');
