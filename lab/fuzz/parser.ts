import type fc from 'fast-check';

/** Input of a parser: bytes, text, or named parts. `corpus.ts` writes it to a file. */
export type FuzzInput = string | number | null | Buffer | readonly FuzzInput[] | { readonly [name: string]: FuzzInput };

/** A parser that is ready to use. */
export interface OpenParser<Input> {
  /** Takes one input. Throws or rejects if the parser neither reads it nor refuses it as documented. */
  parse(input: Input): unknown;
  close?(): Promise<void>;
}

/** A parser of external data. */
export interface FuzzedParser<Input extends FuzzInput = FuzzInput> {
  /** Unique; also the name of its corpus file. */
  name: string;
  /** Path of its source, from the root of the repository. */
  file: string;
  inputs: fc.Arbitrary<Input>;
  /** Allowed processor time for one input, in milliseconds. */
  boundMs: number;
  /** Number of inputs in the short form; fewer for expensive ones. */
  shortRuns: number;
  open(): OpenParser<Input> | Promise<OpenParser<Input>>;
}

/** A generous limit, meant for hangs and not for slow machines. */
export const boundMs = 1000;

export const defineParser = <Input extends FuzzInput>(
  parser: Omit<FuzzedParser<Input>, 'boundMs' | 'shortRuns'> & Partial<Pick<FuzzedParser, 'boundMs' | 'shortRuns'>>,
): FuzzedParser<Input> => ({ boundMs, shortRuns: 200, ...parser });

/** Calls `work` and returns null if it refused with an error of this class. Passes other errors on. */
export function unlessRefused<Value>(refusal: new (...given: never[]) => Error, call: () => Value): Value | null {
  try {
    return call();
  } catch (error) {
    if (error instanceof refusal) return null;
    throw error;
  }
}

export function mustHold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}
