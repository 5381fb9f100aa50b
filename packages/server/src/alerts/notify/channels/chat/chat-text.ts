import type { MessageExtras, Outgoing } from '../../channel.ts';
import type { AlertContent } from '../../message/alert-content.ts';
import { cutToFit, type Room, sizeOf } from '../../message/cut-text.ts';
import { fittingCount, longestLinks, type PlainMessage, plainAlerts, plainNote } from '../../message/fitting.ts';

type Links = Pick<MessageExtras, 'publicUrl' | 'acknowledgeUrl'>;

/** A chat message whose text does not repeat a complete title. */
export function chatMessage(outgoing: Outgoing, extras: Links): PlainMessage {
  const message =
    outgoing.note === null ? plainAlerts(outgoing.contents, extras, outgoing.more) : plainNote(outgoing.note);
  const [first = '', ...others] = message.text.split('\n');
  const isRepeated = outgoing.note === null && others.length > 0 && message.title.endsWith(`: ${first}`);
  return isRepeated ? { ...message, text: others.join('\n') } : message;
}

/** How many alerts fit, with the longest links that a message can have. */
export const chatCapacity = (
  contents: readonly AlertContent[],
  publicUrl: string,
  fits: (message: PlainMessage) => boolean,
): number =>
  fittingCount(contents, (some, more) =>
    fits(chatMessage({ contents: some, more, note: null }, longestLinks(publicUrl))),
  );

/** How a chat escapes text and writes links. */
export interface ChatWriting {
  text(plain: string): string;
  link(link: PlainMessage['links'][number]): string;
}

/** Title, text and links, one below the other. */
const linesOf = ({ title, text, links }: PlainMessage, writing: ChatWriting) => ({
  said: writing.text([title, text].filter((part) => part !== '').join('\n')),
  links: links.map((link) => `\n${writing.link(link)}`).join(''),
});

/** The lines as one text. Only the alert text is cut. */
export function chatText(message: PlainMessage, writing: ChatWriting, room: Room): string {
  const { said, links } = linesOf(message, writing);
  return cutToFit(said, { ...room, most: room.most - sizeOf(links, room.unit) }) + links;
}

export const fitsChat =
  (writing: ChatWriting, { most, unit }: Room) =>
  (message: PlainMessage): boolean => {
    const { said, links } = linesOf(message, writing);
    return sizeOf(said + links, unit) <= most;
  };
