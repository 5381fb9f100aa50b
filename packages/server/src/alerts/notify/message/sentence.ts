import { nameOfTarget, shortTarget } from '@upvigil/core/format/monitor-name';
import { sentenceParts } from '@upvigil/core/texts/problems';
import type { AlertContent } from './alert-content.ts';
import { cutMiddle, cutToFit } from './cut-text.ts';

/** The sentence of an alert, laid out so that the names of website and target are cut before the cause. */

type Sentence = Pick<AlertContent, 'alert_type' | 'message' | 'website_name' | 'target'>;

/** 'Shop: ', 'https://shop.example.com/cart' and ' is down: HTTP 503'; null for a sentence of another form. */
function partsOf(content: Sentence): { website: string; target: string; ending: string } | null {
  const website = `${content.website_name}: `;
  if (!content.message.startsWith(website)) return null;
  const rest = content.message.slice(website.length);
  // A target that was renamed since has its former name in the sentence.
  const target = rest.startsWith(`${content.target} `) ? content.target : sentenceParts(content)?.target;
  return target === undefined ? null : { website, target, ending: rest.slice(target.length) };
}

/** The sentence where its website stands beside it: '/cart is down: HTTP 503'. */
export function shortSentence(content: Sentence): string {
  const parts = partsOf(content);
  return parts === null ? content.message : shortTarget(parts.target) + parts.ending;
}

/** Characters of website and target that a long cause leaves. */
const leastNames = 40;

/**
 * The sentence in at most so many characters: without the address of a target that has a name, then without the middle
 * of the names, and last without the end of its cause.
 */
export function fitSentence(content: Sentence, most: number, mark: '…' | '...'): string {
  if (content.message.length <= most) return content.message;
  const parts = partsOf(content);
  if (parts === null) return cutMiddle(content.message, most, mark);
  const { website, target, ending } = parts;
  const names = cutMiddle(website + nameOfTarget(target), Math.max(leastNames, most - ending.length), mark);
  return names + cutToFit(ending, { most: most - names.length, unit: 'characters' }, mark);
}

/** Targets as `shorten` writes them; targets with the same short form stay whole. */
export function distinctTargets(targets: readonly string[], shorten: (target: string) => string): string[] {
  const written = new Map<string, Set<string>>();
  for (const target of targets) {
    const short = shorten(target);
    written.set(short, (written.get(short) ?? new Set()).add(target));
  }
  return targets.map((target) => (written.get(shorten(target))?.size === 1 ? shorten(target) : target));
}
