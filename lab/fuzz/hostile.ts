import fc from 'fast-check';

/** Pieces that break parsers: terminators, escapes, prototype names, markup, paths, numbers. */
const pieces = [
  ...['\0', '\r\n', '\n', '\r\n\r\n', '\t', ' ', '\u001b[2J', '\u009b31m', '\u0085', '\u2028', '\ufeff', '\u202e'],
  ...['\ud800', '\udc00', '\u{10ffff}', 'é', 'ﷺ', 'İ', '\u00ad'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'length'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '<!--', ']]>', '<!DOCTYPE x [', '&#0;', '&amp'],
  ...[
    '../../scripts/',
    '..%2f',
    '%00',
    '%',
    '%zz',
    '%ED%A0%80',
    '//',
    '\\',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ],
  ...['-1', '0', '-0', '1e400', '9007199254740993', '0x10', 'NaN', 'Infinity', '1,1', '٣', '1_000'],
  ...['"', "'", '`', '{', '}', '[', ']', '(', ')', ':', ';', ',', '=', '*', '+', '$', '^', '|', '?', '#', '@', '.'],
  ...["' or '1'='1", '; drop table checks; --', '{{7*7}}', '%s%n', '$(id)'],
];

const shortText = fc.oneof(
  fc.constantFrom(...pieces),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.integer({ min: 0xd700, max: 0xe0ff }).map((code) => String.fromCharCode(code)), maxLength: 3 }),
);

/** A few characters repeated many times, for which backtracking patterns take quadratic time or worse. */
const repeatedText = fc
  .tuple(shortText, fc.oneof(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1000, max: 20_000 })), shortText)
  .map(([piece, times, end]) => piece.repeat(times) + end);

/** Arbitrary text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(shortText, { maxLength: 6 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: repeatedText },
);

/** A small change of a sample, or arbitrary text. */
export function textLike(...samples: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({ at: fc.nat(200), cut: fc.nat(4), insert: fc.oneof(shortText, repeatedText) });
  const changed = fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 3 }))
    .map(([sample, changes]) => changes.reduce(withChange, sample));
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: hostileText });
}

function withChange(text: string, { at, cut, insert }: { at: number; cut: number; insert: string }): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + insert + text.slice(start + cut);
}

type Mutation = { kind: 'flip' | 'cut' | 'repeat' | 'insert' | 'end'; at: number; length: number; bytes: Uint8Array };

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'repeat', 'insert', 'end'),
  // The position as a share of the length, so that short and long samples are changed everywhere.
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 600 })),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});

/** A sample with some changed bytes, or arbitrary bytes. */
export function bytesLike(...samples: readonly Uint8Array[]): fc.Arbitrary<Buffer> {
  const mutated = fc
    .tuple(fc.constantFrom(...samples), fc.array(mutation, { maxLength: 4 }))
    .map(([sample, mutations]) => mutations.reduce<Buffer>(mutate, Buffer.from(sample)));
  const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  return fc.oneof({ weight: 5, arbitrary: mutated }, { weight: 1, arbitrary: anyBytes });
}

function mutate(bytes: Buffer, { kind, at, length, bytes: inserted }: Mutation): Buffer {
  const start = Math.floor(at * (bytes.length + 1));
  const end = Math.min(bytes.length, start + length);
  const before = bytes.subarray(0, start);
  const after = bytes.subarray(end);
  switch (kind) {
    case 'flip':
      return Buffer.concat([before, Buffer.from(inserted), bytes.subarray(start + inserted.length)]);
    case 'cut':
      return Buffer.concat([before, after]);
    case 'repeat':
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
    case 'insert':
      return Buffer.concat([before, Buffer.from(inserted), bytes.subarray(start)]);
    case 'end':
      return before;
  }
}

/** A header value as it may arrive: without line ends, which would end the header. */
export const headerValue = (...samples: readonly string[]): fc.Arbitrary<string> =>
  textLike(...samples).map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 8000));

/** The text with replacements for lone surrogates, as after a conversion to bytes. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();
