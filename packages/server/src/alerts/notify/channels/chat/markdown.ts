import type { PlainMessage } from '../../message/fitting.ts';
import type { ChatWriting } from './chat-text.ts';

/** Characters that need no escape in an address and do not end it. */
const address = /(https?:\/\/[^\s<>()[\]{}|\\^`"*]+)/;

/** How a dialect of Markdown escapes special characters, inside and outside addresses. */
interface Escapes {
  outside(text: string): string;
  address(text: string): string;
}

/** A character that turns a line into a list, a heading or a quotation. */
const lineStart = /^[ \t]*[-+#>]/gm;

/** Escapes Markdown. Addresses stay clickable. */
export const escapeWith = ({ outside, address: inAddress }: Escapes, text: string): string =>
  text
    .split(address)
    .map((part, at) => (at % 2 === 0 ? outside(part) : inAddress(part)))
    .join('')
    .replace(lineStart, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`);

export const markdownWriting = (escapes: Escapes): ChatWriting => ({
  text: (plain) => escapeWith(escapes, plain),
  link: ({ label, url }: PlainMessage['links'][number]) =>
    `[${escapes.outside(label)}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`,
});
