import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromJson, toJson } from './corpus.ts';
import { hostileText } from './hostile.ts';
import { boundMs, defineParser, type FuzzedParser, type FuzzInput } from './parser.ts';
import { describeFailure, tryInputs } from './try-inputs.ts';

const parserThat = (parse: (input: string) => unknown, most = boundMs): FuzzedParser =>
  defineParser<string>({
    name: 'none of the product',
    file: 'lab/fuzz/try-inputs.test.ts',
    inputs: hostileText,
    boundMs: most,
    open: () => ({ parse }),
  });
const failureOf = async (parser: FuzzedParser) => (await tryInputs(parser, 1, { runs: 300 })).failure;

function work(milliseconds: number): void {
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < milliseconds * 1000);
}

it('a parser that reads or refuses all has no failure, and reports the number of inputs', async () => {
  expect(
    await tryInputs(
      parserThat(() => null),
      1,
      { runs: 300 },
    ),
  ).toEqual({ inputs: 300, failure: null });
});

it.each([
  ['throws', 50, (text: string) => JSON.parse(`"${text.replaceAll('"', '')}"`), /SyntaxError/],
  ['rejects', 50, async (text: string) => decodeURIComponent(text), /URIError/],
  ['takes long for some', 15, (text: string) => text.includes('%') && work(20), /ms of the processor/],
])('a parser that %s is found, with the simplest input', async (_what, limitMs, parse, reason) => {
  const parser = parserThat(parse, limitMs);
  const failure = await failureOf(parser);
  expect(failure).not.toBeNull();
  if (failure) expect(describeFailure(parser, 1, failure)).toMatch(reason);
});

it('a parser beside which the program did something else once is not blamed for it', async () => {
  let times = 0;
  const parse = (): void => {
    times += 1;
    if (times === 100) work(60);
  };
  expect(await failureOf(parserThat(parse, 50))).toBeNull();
  expect(times).toBe(301);
});

it('a parser that changes what all objects share is found', async () => {
  const shared = Object.prototype as unknown as Record<string, unknown>;
  try {
    const failure = await failureOf(
      parserThat(() => {
        shared[`planted${Object.keys(shared).length}`] = true;
      }),
    );
    expect(String(failure?.error)).toContain('prototype');
  } finally {
    for (const name of Object.keys(shared)) delete shared[name];
  }
});

it('the same seed tries the same inputs', async () => {
  const given = async (): Promise<string[]> => {
    const seen: string[] = [];
    await tryInputs(
      parserThat((text) => seen.push(text)),
      7,
      { runs: 50 },
    );
    return seen;
  };
  expect(await given()).toEqual(await given());
});

it('what was found is kept as it was: bytes, halves of characters, names of prototypes', () => {
  const any = fc.oneof(
    hostileText,
    fc.integer(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.oneof(any, fc.array(any), fc.dictionary(fc.string(), any)), (input: FuzzInput) => {
      expect(fromJson(JSON.parse(JSON.stringify(toJson(input))))).toEqual(input);
    }),
  );
});
