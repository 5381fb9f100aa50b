import type { PeerCertificate } from 'node:tls';
import type { TestedPage } from '@upvigil/core/contract/urls';
import { foreignText } from '@upvigil/core/format/foreign-text';
import { dayMs } from '@upvigil/core/time';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { bodyText } from './take-evidence.ts';
import type { Trace } from './trace.ts';

/** Title, certificate and redirects of the last response, without secrets; null without a request. `now` in milliseconds since the epoch. */
export function describePage({ seen, hosts }: Pick<Trace, 'seen' | 'hosts'>, now: number): TestedPage | null {
  const [from] = hosts;
  if (!seen.request || from === undefined) return null;
  const title = findTitle(bodyText(seen));
  return {
    title: title === null ? null : foreignText(seen.request.removeSecrets(title)) || null,
    certificate: seen.certificate && describeCertificate(seen.certificate, now),
    redirects: { count: hosts.length - 1, from, to: hosts.at(-1) ?? from },
  };
}

function describeCertificate({ issuer, valid_to }: PeerCertificate, now: number): TestedPage['certificate'] {
  const days = Math.floor((Date.parse(valid_to) - now) / dayMs);
  return {
    // A field may occur several times.
    issuer: foreignText([issuer?.O, issuer?.CN].flat().filter(Boolean).join(' ')),
    days_left: Number.isNaN(days) ? null : days,
  };
}

const nothing = (): void => undefined;
const ignored = {
  onattribdata: nothing,
  onattribentity: nothing,
  onattribend: nothing,
  onattribname: nothing,
  oncdata: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
};

/** The `<title>` of a page in one line; null without one before its body. */
export function findTitle(html: string): string | null {
  let title: string | null = null;
  let isInside = false;
  let isOver = false;
  const add = (text: string): void => {
    if (isInside && !isOver) title += text;
  };
  const callbacks: TokenizerCallbacks = {
    ...ignored,
    onopentagname(start, end) {
      const name = html.slice(start, end).toLowerCase();
      // The title of a drawing is not that of the page.
      if (name === 'body' || name === 'svg') isOver = true;
      if (name !== 'title' || isOver) return;
      isInside = true;
      title = '';
    },
    onclosetag() {
      isOver ||= isInside;
    },
    isInForeignContext: () => false,
    ontext: (start, end) => add(html.slice(start, end)),
    ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
  };
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return title === null ? null : (title as string).replace(/\s+/g, ' ').trim() || null;
}
