/** JSON as servers write it that escape what is not plain ASCII, or that HTML could take for its own. */
export const escapedJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]|[<>&]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A body as JSON; null when it is none. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
