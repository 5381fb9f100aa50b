/** C1, line and direction controls, which JSON leaves as they are and a terminal may act upon. */
const unescapedControls = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const escapeControl = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One JSON document, safe to look at on a terminal. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(unescapedControls, escapeControl);
