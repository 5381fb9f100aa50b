import fc from 'fast-check';
import { readCorpus, toJson } from './corpus.ts';
import type { FuzzedParser, FuzzInput, OpenParser } from './parser.ts';

/** Limit until one input is read or refused, whatever else the machine does. */
const longestSeconds = 60;

/** A number of inputs, or a time limit. */
export type Effort = { runs: number } | { forMs: number };

export interface Tried {
  inputs: number;
  /** The simplest failing input; null if none failed. */
  failure: { input: FuzzInput; error: unknown } | null;
}

/** Tries a parser's corpus first, then inputs from this seed. The same seed gives the same inputs. */
export async function tryInputs(parser: FuzzedParser, seed: number, effort: Effort): Promise<Tried> {
  const open = await parser.open();
  const corpus = readCorpus(parser.name).map((input): [FuzzInput] => [input]);
  const property = fc.asyncProperty(parser.inputs, (input) => tryInput(open, parser, input));
  try {
    const found = await fc.check(property, { seed, examples: corpus, ...amountOf(effort, corpus.length) });
    const [input] = found.counterexample ?? [];
    const failure = found.failed && input !== undefined ? { input, error: found.errorInstance } : null;
    return { inputs: found.numRuns, failure };
  } finally {
    await open.close?.();
  }
}

const amountOf = (effort: Effort, known: number) =>
  'runs' in effort
    ? { numRuns: effort.runs + known }
    : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: effort.forMs, markInterruptAsFailure: false };

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const namesOnPrototypes = (): string => prototypes.map((each) => Reflect.ownKeys(each).length).join(' ');

async function tryInput(open: OpenParser<FuzzInput>, { boundMs }: FuzzedParser, input: FuzzInput): Promise<void> {
  const names = namesOnPrototypes();
  const first = await spentOn(open, input);
  // The program also does periodic work: an input counts as slow only if it is slow again.
  const spentMs = first > boundMs ? Math.min(first, await spentOn(open, input)) : first;
  if (namesOnPrototypes() !== names) throw new Error('a prototype that everything shares was changed');
  if (spentMs > boundMs) throw new Error(`took ${Math.round(spentMs)} ms of the processor, of ${boundMs} ms at most`);
}

/** Processor time that this process used, in milliseconds. */
async function spentOn(open: OpenParser<FuzzInput>, input: FuzzInput): Promise<number> {
  const before = process.cpuUsage();
  await inTime(async () => open.parse(input));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Counts only seconds in which this process ran, so that a paused machine makes nothing late. */
async function inTime(work: () => Promise<unknown>): Promise<void> {
  let seconds = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      seconds += 1;
      if (seconds > longestSeconds) reject(new Error(`neither read nor refused within ${longestSeconds} s`));
    }, 1000);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearInterval(timer);
  }
}

/** Describes a failure, with the line to add to `lab/fixtures/fuzz`. */
export function describeFailure(
  parser: FuzzedParser,
  seed: number,
  { input, error }: NonNullable<Tried['failure']>,
): string {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${parser.name} (${parser.file}), seed ${seed}, failed with\n${JSON.stringify(toJson(input))}\n${reason}`;
}
