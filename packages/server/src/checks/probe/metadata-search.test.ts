import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { createMetadataSearch } from './metadata-search.ts';

/** Searches a page that arrives in parts of `partBytes`. */
function isFound(page: Buffer, tag = 'wanted', value: string | null = null, partBytes = 16 * 1024): boolean {
  const search = createMetadataSearch(tag, value, null);
  for (let at = 0; at < page.length; at += partBytes) {
    search.add(page.subarray(at, at + partBytes));
    while (search.isStepDue) search.step();
  }
  return search.finish();
}

/** Milliseconds of CPU time of a search through a page. */
function searchTime(page: Buffer, partBytes?: number): number {
  const before = process.cpuUsage();
  isFound(page, 'wanted', null, partBytes);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Other load on the machine only increases the time, so the minimum counts. */
const leastOf = (times: number, measure: () => number): number =>
  Math.min(...Array.from({ length: times }, () => measure()));

/** The minimum of several tries; stops early when it is below the limit. */
function searchTimeBelow(limit: number, page: Buffer, partBytes?: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && least >= limit; tries++) least = Math.min(least, searchTime(page, partBytes));
  return least;
}

const pageBytes = 1024 * 1024;
/** A page of `bytes` bytes: a start, and then one repeated text. */
const filled = (start: string, again: string, bytes = pageBytes): Buffer => {
  const page = Buffer.alloc(bytes, again);
  page.write(start);
  return page;
};

const name = fc.constantFrom('a', 'b', 'p', 'div', 'li', 'td', 'form', 'svg', 'math', 'title', 'META', 'x-y', 'br');
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '&',
    '&amp;',
    '&#',
    '&#x',
    '&#60;',
    '&CounterClockwiseContourIntegra',
    '<',
    '</',
    '<!',
    '-',
    ']',
    '"',
  ),
);
const attribute = fc
  .tuple(fc.constantFrom('name', 'property', 'content', 'a', '1', '='), fc.constantFrom('', '=', '="', "='"), text)
  .map(([left, sign, right]) => `${left}${sign}${right}${sign.slice(1)}`);
const tag = fc
  .tuple(
    fc.constantFrom('<', '<', '</'),
    name,
    fc.array(attribute, { maxLength: 3 }),
    fc.constantFrom('>', '>', '/>', ''),
  )
  .map(([open, element, attributes, close]) => `${open}${[element, ...attributes].join(' ')}${close}`);
const construct = fc
  .tuple(
    fc.constantFrom(
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
      ['<!doctype', '>'],
      ['<?', '>'],
      ['<script>', '</script>'],
      ['<style>', '</style>'],
      ['<title>', '</title>'],
      ['<textarea>', '</textarea>'],
      ['<plaintext>', ''],
    ),
    fc.array(fc.oneof(text, tag), { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([[open, close], inner, isClosed]) => `${open}${inner.join('')}${isClosed ? close : ''}`);
const markup = fc
  .array(fc.oneof({ weight: 3, arbitrary: tag }, text, construct), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

describe('searching a page for metadata', () => {
  // Independent of the machine, because both sides are measured on it.
  const mostTimes = 20;
  const plain = filled('', '<p>words and words, more words of a page that says something</p>\n');
  const usual = (page = plain, partBytes?: number): number => leastOf(3, () => searchTime(page, partBytes));
  const expectWithin = (limit: number, page: Buffer, partBytes?: number): void =>
    expect(searchTimeBelow(limit, page, partBytes)).toBeLessThan(limit);

  it.each([
    ['elements that are opened and never closed', '', '<b>'],
    ['forms within forms', '', '<form>'],
    ['SVG within SVG, and MathML closed within it', '', '<svg></math>'],
    ['closing tags of nothing', '<b>'.repeat(50_000), '</i>'],
    ['one tag with attributes without an end', '<meta ', 'a=1 '],
    ['numbers as attributes', '<meta ', Array.from({ length: 9000 }, (_, index) => index * 1024).join(' ')],
    ['one attribute of entities', '<meta content="', '&amp;'],
    ['one attribute of broken entities', '<meta content="', '&'],
    ['a comment without an end', '<!--', '-'],
    ['a CDATA section without an end', '<svg><![CDATA[', ']'],
    ['a script without an end', '<script>', '</scrip'],
    ['a name without an end', '<', 'a'],
    ['many of them that are not the one', '', '<meta name=a content=b>'],
  ])('takes no longer for each byte of %s than a plain page, by an order of magnitude', (_, start, again) => {
    expectWithin(mostTimes * usual(), filled(start, again));
  });

  it('takes no longer for each byte of any page', () => {
    const half = pageBytes / 4;
    const limit = mostTimes * usual(plain.subarray(0, 2 * half));
    fc.assert(
      fc.property(markup, markup, (first, then) => {
        const page = Buffer.concat([filled('', first, half), filled('', then, half)]);
        expectWithin(limit, page);
      }),
      // Shrinking a failure to the smallest page would take minutes, during which the test cannot be ended.
      { numRuns: 50, endOnFailure: true },
    );
  });

  it('takes no longer when the page comes byte by byte', () => {
    expectWithin(mostTimes * usual(plain, 1), filled('<!--', 'x'), 1);
  });

  const meta = fc.constantFrom(
    '<meta name="wanted" content="a&amp;b">',
    "<META ITEMPROP=Wanted CONTENT='a&amp;b'/>",
    '<meta property=" wanted " content=a&amp;b name=other>',
    '<meta name=other name=wanted content="a&amp;b">',
    '<meta name="wanted" content="other" content="a&amp;b">',
  );
  const anyPage = fc.array(fc.oneof(markup, meta), { maxLength: 8 }).map((parts) => parts.join(''));

  it('finds in any page what a parser finds that knows which elements are open', () => {
    fc.assert(
      // In SVG, a parser that knows them treats some elements as HTML again.
      fc.property(
        anyPage.filter((page) => !/svg|math/i.test(page)),
        (page) => {
          expect(isFound(Buffer.from(page), 'wanted', 'a&b')).toBe(isFoundByParser(page));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds the same however the page is cut into parts', () => {
    fc.assert(
      fc.property(anyPage, fc.integer({ min: 1, max: 9 }), fc.nat(9000), (page, partBytes, padding) => {
        const bytes = Buffer.from('ä'.repeat(padding) + page);
        expect(isFound(bytes, 'wanted', 'a&b', partBytes)).toBe(isFound(bytes, 'wanted', 'a&b'));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['in the body, where microdata stands', '<head></head><body><p><meta itemprop="wanted" content="x">', true],
    ['in a page without head and body', '<p>words</p><meta name="wanted">', true],
    ['behind an icon that has an empty title', '<svg><title/><path/></svg><meta name="wanted">', true],
    ['in a comment', '<!-- <meta name="wanted"> -->', false],
    ['in a script', '<script>"<meta name=wanted>"</script>', false],
    ['in the title', '<title><meta name="wanted"></title>', false],
    ['in a text field', '<textarea><meta name="wanted"></textarea>', false],
  ])('looks at a tag %s: %s', (_, page, expected) => {
    expect(isFound(Buffer.from(page))).toBe(expected);
  });
});

function isFoundByParser(page: string): boolean {
  let isThere = false;
  const parser = new Parser({
    onopentag(element, { name: first, property, itemprop, content }) {
      const isNamed = [first, property, itemprop].some((each) => each?.trim().toLowerCase() === 'wanted');
      if (element === 'meta' && isNamed && content?.trim() === 'a&b') isThere = true;
    },
  });
  parser.end(page);
  return isThere;
}
