import { UsageError } from '../failures.ts';
import { type Argument, idArgument, listOption, type Option, oneWord, textOption, type Words } from './inputs.ts';

/** What stands for a website or monitor on a command line: its id, or its name. */
export type Ref = number | string;

/** Digits alone are an id, even if something has them as its name. */
export function parseRef(syntax: string, text: string): Ref {
  if (/^\d+$/.test(text)) return idArgument(syntax, '').parse(text);
  if (text.trim() === '') throw new UsageError(`${syntax} must be an id or a name, but it is empty`);
  return text.trim();
}

export const refArgument = (syntax: string, about: string): Argument<Ref> => ({
  syntax,
  about: `${about}; id or name`,
  parse: (given) => parseRef(syntax, oneWord(given)),
});

/** Null if absent. */
export const optionalRefArgument = (syntax: string, about: string): Argument<Ref | null> => ({
  ...refArgument(syntax, about),
  parse: (given: Words) => (given === undefined ? null : parseRef(syntax, oneWord(given))),
});

const refOption = (syntax: string, about: string): Option<Ref | null> => ({
  ...textOption(syntax, `${about}; id or name`),
  parse: (given) => (typeof given === 'string' ? parseRef(syntax, given) : null),
});

/** May be repeated; empty if absent. */
const refsOption = (syntax: string, about: string): Option<readonly Ref[]> => ({
  ...listOption(syntax, `${about}; id or name`),
  parse: (given) => (Array.isArray(given) ? [...new Set(given.map((text) => parseRef(syntax, text)))] : []),
});

const websiteSyntax = '--website <id>';
const monitorSyntax = '--monitor <id>';
export const websiteOption = (about: string) => refOption(websiteSyntax, about);
export const websitesOption = (about: string) => refsOption(websiteSyntax, about);
export const monitorOption = (about: string) => refOption(monitorSyntax, about);
export const monitorsOption = (about: string) => refsOption(monitorSyntax, about);

/** May be repeated; `env:` stands for each tag that begins with it. */
export const tagsOption = (about: string) => listOption('--tag <tag>', about);

/** @throws UsageError without any website, monitor or tag */
export function needTarget(websites: readonly Ref[], monitors: readonly Ref[], tags: readonly string[]): void {
  if (websites.length + monitors.length + tags.length > 0) return;
  throw new UsageError('--website <id>, --monitor <id> or --tag <tag> is required');
}
