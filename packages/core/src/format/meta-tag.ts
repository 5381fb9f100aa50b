const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an HTML text node or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** The element that a page must contain for a metadata check, escaped; the copy button copies it. */
export const metaTagElement = (tag: string, value: string | null): string =>
  `<meta name="${escapeHtml(tag)}" content="${escapeHtml(value ?? '')}">`;
