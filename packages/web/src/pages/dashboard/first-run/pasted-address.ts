import { cleanUrl } from '@upvigil/core/contract/fields/clean-address';

/**
 * What was pasted as the address of a page: without a scheme, as browsers show it, it is read as https. A number behind the
 * first colon is a port. Nothing stays nothing.
 */
export function readPasted(text: string): string {
  const trimmed = cleanUrl(text);
  return trimmed === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
