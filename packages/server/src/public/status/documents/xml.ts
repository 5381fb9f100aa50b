/** Characters that XML 1.0 (section 2.2) forbids even when escaped: most control characters, and lone surrogates. */
const notXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for an XML text node or a quoted attribute. Drops what XML forbids. */
export const escapeXml = (text: string): string =>
  text.replace(notXml, '').replace(/[&<>"']/g, (character) => entities[character] ?? '');
