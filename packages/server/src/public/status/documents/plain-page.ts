import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';

const light =
  'color-scheme:light dark;--canvas:#f7f8fa;--surface:#fff;--border:#e3e7ed;--text:#11151c;--muted:#4b5563;--ink:#161b24;--on-ink:#fff;--accent:#2b50d8';
const dark =
  '--canvas:#0b0e13;--surface:#12161d;--border:#222934;--text:#e9edf3;--muted:#a3aebc;--ink:#e9edf3;--on-ink:#0b0e13;--accent:#8ab0ff';

/** The colours are those of the web app: packages/web/src/styles/tokens.css. */
const style = [
  `:root{${light}}`,
  `@media (prefers-color-scheme:dark){:root{${dark}}}`,
  '*{box-sizing:border-box}',
  'body{margin:0;background:var(--canvas);color:var(--text);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}',
  'header,main{max-width:40rem;margin:0 auto;padding:1rem}',
  'header{color:var(--muted);font-weight:600}',
  'main{background:var(--surface);border:1px solid var(--border);border-radius:.5rem;padding:1.5rem}',
  '@media (max-width:41rem){main{border-width:1px 0;border-radius:0;padding:1rem}}',
  'h1{margin:0 0 1rem;font-size:1.5rem;line-height:2rem;font-weight:600}',
  'ul{padding-left:1.25rem}',
  'button{min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.375rem;background:var(--ink);color:var(--on-ink);font:inherit;font-weight:600;cursor:pointer}',
  'a{color:var(--accent)}',
  'a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}',
  'h2{margin:1.5rem 0 .25rem;font-size:1.125rem;line-height:1.75rem;font-weight:600}',
  'time,.muted{color:var(--muted)}',
  'blockquote{margin:0;padding-left:1rem;border-left:3px solid var(--border)}',
  'pre{overflow-x:auto}',
  'footer{max-width:40rem;margin:0 auto;padding:1rem}',
  'button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}',
].join('');
const styleHash = createHash('sha256').update(style).digest('base64');

/** The Content-Security-Policy of these pages: they load nothing. */
export const plainPagePolicy = ({ form, frame }: { form: string; frame: string }): string =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${form}; frame-ancestors ${frame}`;

interface PlainPage {
  language: string;
  heading: string;
  /** The name of the installation, above the heading and in the title; null: left out. */
  brand: string | null;
  head: Html;
  content: Html;
  footer?: Html;
}

/** A complete page without scripts. */
export const plainPage = ({ language, heading, brand, head, content, footer }: PlainPage): string =>
  html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${
    brand === null ? heading : `${heading} · ${brand}`
  }</title><meta name="viewport" content="width=device-width, initial-scale=1">${head}<style>${new Html(style)}</style></head><body>${
    brand === null ? null : html`<header>${brand}</header>`
  }<main><h1>${heading}</h1>${content}</main>${footer ? html`<footer>${footer}</footer>` : null}</body></html>
`.toString();
