import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { pageStyle, pageStyleHash } from '../status/documents/page-style.ts';

/** What stands on a page. Text is as people wrote it; it is escaped here. */
export interface PageParts {
  /** The heading, and the title of the window. */
  heading: string;
  /** The name of the installation above it; null for none. */
  brand: string | null;
  /** Paragraphs before the list. */
  before?: readonly string[];
  list?: readonly string[];
  after?: readonly string[];
  /** The label of a button that sends the page's own address as a POST. */
  button?: string;
}

/** What the page behind a link says besides the brand; null where the link does not work. */
export type LinkPage = Omit<PageParts, 'brand'> | null;

/**
 * Headers of a page whose address is a secret: no other page gets to know it, no search engine keeps it, no cache holds what it
 * says. Nothing is loaded, and the form may be sent here only.
 */
export const secretPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${pageStyleHash}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
} as const;

/** A whole page without script. */
export function pageHtml({ heading, brand, before = [], list = [], after = [], button }: PageParts): string {
  const title = escapeHtml(brand === null ? heading : `${heading} · ${brand}`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><style>${pageStyle}</style></head><body>`,
    brand === null ? '' : `<header>${escapeHtml(brand)}</header>`,
    `<main><h1>${escapeHtml(heading)}</h1>`,
    paragraphs(before),
    list.length === 0 ? '' : `<ul>${list.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`,
    paragraphs(after),
    button === undefined ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>`,
    '</main></body></html>\n',
  ].join('');
}

const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
