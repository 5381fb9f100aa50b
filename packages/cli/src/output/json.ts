/** C1 controls, line separators and direction marks. JSON does not escape them, but terminals may act on them. */
const unescapedControls = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const escapeControl = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One JSON document, safe to show on a terminal. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(unescapedControls, escapeControl);
