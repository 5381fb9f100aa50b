/** JSON with escaped non-ASCII and HTML characters, as some servers write it. */
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
