import fc from 'fast-check';
import { type JSONValue, query } from 'json-p3';
import { describe, expect, it } from 'vitest';
import { InvalidPathError, parseJson } from './json-paths.ts';

const shownAt = (document: JSONValue, path: string): string[] =>
  parseJson(JSON.stringify(document))
    ?.valuesAt(path)
    .map(({ shown }) => shown) ?? [];

describe('what a JSONPath leads to', () => {
  const store = { items: [{ id: 1, price: 5 }, { id: 2, price: 20, isSold: true }, { id: 3 }], id: 0 };

  it.each([
    ['$.items[-1].id', ['3']],
    ['$.items[3,0,0].id', ['1', '1']],
    ['$.items[::-1].id', ['3', '2', '1']],
    ['$..id', ['0', '1', '2', '3']],
    ['$.items[?@.price > 1 && @.id > 1 && @.isSold].id', ['2']],
    ['$.items[?@.price > 1 && @.id > 2 && @.isSold].id', []],
    ['$.items[?@.id > $.id || @.price > 100 || @.isSold].id', ['1', '2', '3']],
    ['$.items[?!@.price].id', ['3']],
    ['$[?count(@[*]) == 3][0].id', ['1']],
    ['$.items.length', []],
    ['$.toString', []],
  ])('%s', (path, shown) => {
    expect(shownAt(store, path)).toEqual(shown);
  });

  it("equals the library's result, for any document", () => {
    const paths = [
      '$',
      '$..*',
      '$..a',
      '$.*.*',
      '$[0,1,-1]',
      '$..[1:3]',
      '$..[::-2]',
      '$..[?@.a]',
      '$[?@.a == $.b]',
      '$..*..b',
    ];
    const document = fc.letrec<{ value: JSONValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 'x', 1, 2.5, ''),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__', ''), tie('value'), { noNullPrototype: true, maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(document, fc.constantFrom(...paths), (value, path) => {
        const parsed = JSON.parse(JSON.stringify(value)) as JSONValue;
        const texts = query(path, parsed)
          .values()
          .map((found) => shownAt(found, '$')[0]);
        expect(shownAt(value, path)).toEqual(texts);
      }),
    );
  });

  it('is found in wide and deep documents too', () => {
    const wide = Array.from({ length: 200_000 }, () => 1);
    expect(shownAt([wide], '$[?count(@[*]) > 199999][0]')).toEqual(['1']);
    expect(parseJson(`${'['.repeat(3000)}7${']'.repeat(3000)}`)?.valuesAt('$..[?@ == 7]')[0]?.shown).toBe('7');
  });

  it('is nothing for a path that an earlier version took and this one refuses', () => {
    expect(() => parseJson('{}')?.valuesAt('$[?f(@)]')).toThrow(InvalidPathError);
  });
});
