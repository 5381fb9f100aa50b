import { parseDuration, shortDuration } from '@upvigil/core/format/short-duration';
import { minuteMs } from '@upvigil/core/time';
import { UsageError } from '../failures.ts';

/** The value of an argument: one word, or all words of an argument that takes several. */
export type Words = string | undefined | readonly string[];

/** An argument after the command's name. With dots at the end of its syntax, it takes all following words. */
export interface Argument<Value> {
  /** As the usage line shows it: `<id>`, `[id]` or `[id...]`. */
  syntax: string;
  about: string;
  /** @throws UsageError when it is not valid */
  parse(given: Words): Value;
}

/** The raw value of an option: true for a flag, all texts for a list, otherwise its text. */
export type Given = string | true | readonly string[] | undefined;

export interface Option<Value> {
  /** As help shows it: `--hours <n>`. */
  syntax: string;
  about: string;
  /** @throws UsageError when it is not valid */
  parse(given: Given): Value;
  /** Candidates for the shell's completion. */
  choices?: readonly string[];
  /** The default, as help shows it. */
  initial?: string;
  /** Whether the text is a file path. */
  isFile?: true;
  /** Whether the option may be repeated. */
  isList?: true;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

const anyId: Range = { min: 1, max: Number.MAX_SAFE_INTEGER };
/** The word, or '' if absent. */
export const oneWord = (given: Words): string => (typeof given === 'string' ? given : '');

export const idArgument = (syntax: string, about: string): Argument<number> => ({
  syntax,
  about,
  parse: (given) => wholeNumber(syntax, oneWord(given), anyId),
});

/** Any number of ids, without duplicates. */
export const idsArgument = (syntax: string, about: string): Argument<readonly number[]> => ({
  syntax,
  about,
  parse: (given) => [...new Set([given ?? []].flat().map((text) => wholeNumber(syntax, text, anyId)))],
});

export const textArgument = (syntax: string, about: string): Argument<string> => ({
  syntax,
  about,
  parse: oneWord,
});

/** One word or more: takes all following words. */
export const wordsArgument = (syntax: string, about: string): Argument<readonly string[]> => ({
  syntax,
  about,
  parse: (given) => [given ?? []].flat(),
});

export const choiceArgument = <const Choices extends readonly string[]>(
  syntax: string,
  about: string,
  choices: Choices,
): Argument<Choices[number]> => ({ syntax, about, parse: (given) => oneOf(syntax, oneWord(given), choices) });

export const optionalChoiceArgument = <const Choices extends readonly string[]>(
  syntax: string,
  about: string,
  choices: Choices,
): Argument<Choices[number] | null> => ({
  syntax,
  about,
  parse: (given) => (given === undefined ? null : oneOf(syntax, oneWord(given), choices)),
});

export const flagOption = (syntax: string, about: string): Option<boolean> => ({
  syntax,
  about,
  parse: (given) => given === true,
});

export const textOption = (syntax: string, about: string): Option<string | null> => ({
  syntax,
  about,
  parse: (given) => (typeof given === 'string' ? given : null),
});

/** May be repeated; empty if absent. */
export const listOption = (syntax: string, about: string): Option<readonly string[]> => ({
  syntax,
  about,
  isList: true,
  parse: (given) => (Array.isArray(given) ? given : []),
});

export const fileOption = (syntax: string, about: string): Option<string | null> => ({
  ...textOption(syntax, about),
  isFile: true,
});

export const numberOption = (syntax: string, about: string, range: Range, initial: number): Option<number> => ({
  syntax,
  about,
  initial: String(initial),
  parse: (given) => (typeof given === 'string' ? wholeNumber(syntax, given, range) : initial),
});

export const optionalNumberOption = (syntax: string, about: string, range: Range): Option<number | null> => ({
  syntax,
  about,
  parse: (given) => (typeof given === 'string' ? wholeNumber(syntax, given, range) : null),
});

/** A duration of up to `most`, in ms. */
export const durationOption = (syntax: string, about: string, most: number, initial: number): Option<number> => ({
  syntax,
  about,
  initial: shortDuration(initial),
  parse: (given) => (typeof given === 'string' ? duration(syntax, given, most) : initial),
});

/** A duration in whole minutes; null if absent. */
export const minutesOption = (syntax: string, about: string, most: number): Option<number | null> => ({
  syntax,
  about,
  parse: (given) => (typeof given === 'string' ? wholeMinutes(syntax, given, most) : null),
});

export const choiceOption = <const Choices extends readonly string[]>(
  syntax: string,
  about: string,
  choices: Choices,
): Option<Choices[number] | null> => ({
  syntax,
  about,
  choices,
  parse: (given) => (typeof given === 'string' ? oneOf(syntax, given, choices) : null),
});

function wholeNumber(name: string, text: string, { min, max }: Range): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const upTo = max === Number.MAX_SAFE_INTEGER ? `${min} or above` : `from ${min} to ${max}`;
  throw new UsageError(`${name} must be a whole number ${upTo}, but it is "${text}"`);
}

function duration(name: string, text: string, most: number): number {
  const value = parseDuration(text);
  if (value !== null && value <= most) return value;
  throw new UsageError(
    `${name} must be a duration such as 30m, 1h or 2d, up to ${shortDuration(most)}, but it is "${text}"`,
  );
}

function wholeMinutes(name: string, text: string, most: number): number {
  const minutes = duration(name, text, most * minuteMs) / minuteMs;
  if (Number.isInteger(minutes)) return minutes;
  throw new UsageError(`${name} must be whole minutes, but it is "${text}"`);
}

/** @throws UsageError for another text */
export function oneOf<const Choices extends readonly string[]>(
  name: string,
  text: string,
  choices: Choices,
): Choices[number] {
  const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageError(`${name} must be one of ${choices.join(', ')}, but it is "${text}"`);
}
