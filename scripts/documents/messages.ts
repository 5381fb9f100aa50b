import { readMarkdown } from './markdown-text.ts';

/** A quoted message: between apostrophes, with … for values. */
const quoted = /(?<=^|[\s(|])'([^'\n]{6,})'(?=$|[\s,.;:)|])/gm;
/** Shorter parts would match almost everywhere. */
const shortestPart = 6;

/**
 * The quoted messages that the program does not contain. The parts of a message between its values are looked up
 * separately.
 * @param sources all texts that contain messages
 */
export function unwrittenMessages(text: string, sources: string): string[] {
  const messages = [...readMarkdown(text).prose.matchAll(quoted)].map(([, message = '']) => message);
  return messages.filter((message) => {
    const parts = message.split(/…/).map((part) => part.trim());
    const significant = parts.filter((part) => part.length >= shortestPart);
    return !(significant.length > 0 ? significant : parts).every((part) => sources.includes(part));
  });
}
