import { readMarkdown } from './markdown-text.ts';

/** A message as a document quotes it: between apostrophes, with … where something is filled in. */
const quoted = /(?<=^|[\s(|])'([^'\n]{6,})'(?=$|[\s,.;:)|])/gm;
/** Shorter parts of a message are everywhere. */
const shortestPart = 6;

/**
 * The messages that a document quotes and that the program does not write. Parts of a message between what is filled in
 * are looked for one by one.
 * @param sources all texts in which messages stand
 */
export function unwrittenMessages(text: string, sources: string): string[] {
  const messages = [...readMarkdown(text).prose.matchAll(quoted)].map(([, message = '']) => message);
  return messages.filter((message) => {
    const parts = message.split(/…/).map((part) => part.trim());
    const significant = parts.filter((part) => part.length >= shortestPart);
    return !(significant.length > 0 ? significant : parts).every((part) => sources.includes(part));
  });
}
