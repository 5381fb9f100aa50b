/** Where a link of an incident may lead. */
const allowedLink = /^(https?|mailto):/i;

/**
 * How markdown-it reads the text of an update, on the server and in the web app: CommonMark without HTML, images and
 * headings. What it has no rule for stays as it was typed.
 */
export const bodyRules = {
  preset: 'commonmark',
  options: { html: false },
  disabled: ['heading', 'lheading', 'html_block', 'html_inline', 'image'],
  /** Asked with what a browser would open: entities and percent signs are resolved by then. */
  validateLink: (address: string): boolean => allowedLink.test(address.trim()),
} as const;
