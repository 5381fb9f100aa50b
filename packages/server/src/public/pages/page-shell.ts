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
  /** The label of a button that sends the page's own address as a POST. */
  button?: string;
}

/** The page behind a link, without the brand; null for a link that does not work. */
export type LinkPage = Omit<PageParts, 'brand'> | null;

/**
 * Headers of a page whose address is a secret: no other page gets to know it, no search engine keeps it, no cache holds what it
 * says. Nothing is loaded, and the form may be sent here only.
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
