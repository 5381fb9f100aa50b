import type fc from 'fast-check';

/** The input of a parser: bytes, text, or parts with names. Can be written to a file and read again: `corpus.ts`. */
export type FuzzInput = string | number | null | Buffer | readonly FuzzInput[] | { readonly [name: string]: FuzzInput };

/** A parser that is ready. */
export interface OpenParser<Input> {
  /** Takes one input. Throws, or rejects, when the parser did anything but read it or refuse it as documented. */
  parse(input: Input): unknown;
  close?(): Promise<void>;
}

/** One parser of data that comes from outside. */
export interface FuzzedParser<Input extends FuzzInput = FuzzInput> {
  /** Unique, and the name of its file of found failures. */
  name: string;
  /** Where it stands, from the root of the repository. */
  file: string;
  inputs: fc.Arbitrary<Input>;
  /** Milliseconds of processor time that one input may take. */
  boundMs: number;
  /** How many inputs the short form tries; fewer where one costs much. */
  shortRuns: number;
  open(): OpenParser<Input> | Promise<OpenParser<Input>>;
}

/** What an ordinary input may cost, generously: a hang is meant, not a slow machine. */
export const boundMs = 1000;

/** Keeps the type of its inputs while it is declared. */
export const defineParser = <Input extends FuzzInput>(
  parser: Omit<FuzzedParser<Input>, 'boundMs' | 'shortRuns'> & Partial<Pick<FuzzedParser, 'boundMs' | 'shortRuns'>>,
): FuzzedParser<Input> => ({ boundMs, shortRuns: 200, ...parser });

/** Calls it, and returns null where it refused with an error of this class. Any other error is passed on. */
export function unlessRefused<Value>(refusal: new (...given: never[]) => Error, call: () => Value): Value | null {
  try {
    return call();
  } catch (error) {
    if (error instanceof refusal) return null;
    throw error;
  }
}

/** Throws when what must hold does not. */
export function mustHold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}
