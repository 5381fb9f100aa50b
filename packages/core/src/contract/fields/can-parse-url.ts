/**
 * Whether a text is an address, whole or one that continues `base`. In place of `URL.canParse`: that of Node 20 and 22 refuses every
 * address with 'ü' or 'é' in it once it has been called some thousand times.
 */
export function canParseUrl(text: string, base?: string | URL): boolean {
  try {
    return new URL(text, base).href !== '';
  } catch {
    return false;
  }
}
