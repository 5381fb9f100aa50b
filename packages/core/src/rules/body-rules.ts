/** Allowed schemes of links in incidents. */
const allowedLink = /^(https?|mailto):/i;

/**
 * Options of markdown-it for incident texts, on the server and in the web app: CommonMark without HTML, images and
 * headings. Disabled syntax stays plain text.
 */
export const bodyRules = {
  preset: 'commonmark',
  options: { html: false },
  disabled: ['heading', 'lheading', 'html_block', 'html_inline', 'image'],
  /** markdown-it passes the address after it has decoded entities and percent signs. */
  validateLink: (address: string): boolean => allowedLink.test(address.trim()),
} as const;
