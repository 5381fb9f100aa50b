import { type Html, html } from '../status/documents/html.ts';
import { plainPage, plainPagePolicy } from '../status/documents/plain-page.ts';

/** Contents of a page, as unescaped text. */
interface PageParts {
  /** The heading, and the title of the window. */
  heading: string;
  /** The name of the installation above it; null for none. */
  brand: string | null;
  /** Paragraphs before the list. */
  before?: readonly string[];
  list?: readonly string[];
  after?: readonly string[];
  /** The label of a button that posts to the page's own address. */
  button?: string;
}

/** The page of a link, without the brand; null for an invalid link. */
export type LinkPage = Omit<PageParts, 'brand'> | null;

/**
 * Headers of a page whose address is a secret: no referrer, no index, no cache. The page loads nothing, and its form
 * may post to this server only.
 */
export const secretPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': plainPagePolicy({ form: "'self'", frame: "'none'" }),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
} as const;

export const pageHtml = ({ heading, brand, before = [], list = [], after = [], button }: PageParts): string =>
  plainPage({
    language: 'en',
    heading,
    brand,
    head: html`<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">`,
    content: html`${paragraphs(before)}${
      list.length === 0 ? null : html`<ul>${list.map((item) => html`<li>${item}</li>`)}</ul>`
    }${paragraphs(after)}${button === undefined ? null : html`<form method="post"><button>${button}</button></form>`}`,
  });

const paragraphs = (texts: readonly string[]): Html[] => texts.map((text) => html`<p>${text}</p>`);
