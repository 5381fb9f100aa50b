import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { assertions, comparesOf } from '@upvigil/core/contract/check-options/assertions';
import { limits } from '@upvigil/core/limits';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { createBodyCapture } from './captured-body.ts';
import { evaluateAnswer } from './evaluate-answer.ts';
import type { AnswerTimes, EvaluatedAnswer } from './evaluated-answer.ts';
import { createEvaluator } from './evaluator.ts';

const evaluator = createEvaluator(systemClock);
const times: AnswerTimes = {
  total: 1_500_000,
  dns: 10_000,
  connect: 20_000,
  tls: 300_000,
  first_byte: 400_000,
  transfer: 500_000,
};

interface Given {
  body?: string | Uint8Array;
  headers?: EvaluatedAnswer['headers'];
  charset?: string | null;
}

/** The response as read for these assertions. */
const answerOf = (list: Assertion[], { body = '', headers = {}, charset = null }: Given): EvaluatedAnswer => {
  const capture = createBodyCapture(list, charset);
  if (!capture) throw new Error('There is nothing to evaluate');
  capture.add(Buffer.from(body));
  const { size, found } = capture;
  return { url: 'https://shop.example.com/page?x=1', headers, charset, size, found, bytes: capture.bytes() };
};
const asked = (
  source: Assertion['source'],
  property: string,
  compare: Assertion['compare'],
  value = '',
): Assertion => ({
  source,
  property,
  compare,
  value,
});
const evaluate = (list: Assertion[], given: Given): Promise<ProbeOutcome> =>
  evaluateAnswer(list, answerOf(list, given), times, (...asked) => evaluator.evaluate(...asked, {}), {
    status_code: 200,
    response_time_us: 1_500_000,
  });
/** The finding; null without one. */
const said = async (list: Assertion[], given: Given): Promise<string | null> => {
  const outcome = await evaluate(list, given);
  if (outcome.outcome === 'fault') return `fault: ${outcome.message}`;
  return outcome.outcome === 'up' ? (outcome.remark ?? null) : outcome.reason;
};

const page: Given = { body: '<title>Welcome</title>', headers: { 'content-type': ['text/html'], 'x-count': ['12'] } };
const json: Given = { body: '{"status":"ok","count":12,"items":[{"id":1},{"id":2}],"none":null,"flag":true}' };
const marked = (head: string, headers: EvaluatedAnswer['headers'] = {}): Given => ({
  body: `<head>${head}</head>`,
  headers,
});

/** An assertion, a response that passes, one that fails, and its finding. */
const table: [asked: Assertion, good: Given, bad: Given, sentence: string][] = [
  [asked('body', '', 'contains', 'Welcome'), page, json, 'body lacks "Welcome"'],
  [asked('body', '', 'lacks', 'Welcome'), json, page, 'body contains "Welcome"'],
  [asked('body', '', 'matches', 'W[a-z]+e\\b'), page, json, 'body does not match "W[a-z]+e\\b"'],
  [asked('body', '', 'not_matches', '(?i)welcome'), json, page, 'body matches "(?i)welcome"'],
  [asked('json', '$.status', 'exists'), json, { body: '{}' }, '$.status is missing'],
  [asked('json', '$.status', 'missing'), { body: '{}' }, json, '$.status is "ok", expected none'],
  [
    asked('json', '$.status', 'equals', 'ok'),
    json,
    { body: '{"status":"degraded"}' },
    '$.status is "degraded", expected "ok"',
  ],
  [
    asked('json', '$.status', 'not_equals', 'ok'),
    { body: '{"status":""}' },
    json,
    '$.status is "ok", expected anything else',
  ],
  [asked('json', '$.status', 'contains', 'o'), json, { body: '{}' }, '$.status is missing, expected to contain "o"'],
  [
    asked('json', '$.status', 'matches', '^o.$'),
    json,
    { body: '{"status":"okay"}' },
    '$.status is "okay", expected to match "^o.$"',
  ],
  [asked('json', '$.count', 'less', '12.5'), json, { body: '{"count":13}' }, '$.count is 13, expected less than 12.5'],
  [
    asked('json', '$.count', 'greater', '11'),
    json,
    { body: '{"count":"11"}' },
    '$.count is "11", expected more than 11',
  ],
  [asked('header', 'Content-Type', 'exists'), page, {}, 'header content-type is missing'],
  [
    asked('header', 'Server', 'missing'),
    page,
    { headers: { server: ['x/1'] } },
    'header server is "x/1", expected none',
  ],
  [
    asked('header', 'Content-Type', 'equals', 'text/html'),
    page,
    {},
    'header content-type is missing, expected "text/html"',
  ],
  [asked('header', 'X-Count', 'not_equals', '12'), {}, page, 'header x-count is "12", expected anything else'],
  [
    asked('header', 'Content-Type', 'contains', 'html'),
    page,
    {},
    'header content-type is missing, expected to contain "html"',
  ],
  [
    asked('header', 'Content-Type', 'matches', 'text/(html|plain)'),
    page,
    { headers: { 'content-type': ['a/b'] } },
    'header content-type is "a/b", expected to match "text/(html|plain)"',
  ],
  [
    asked('header', 'X-Count', 'less', '13'),
    page,
    { headers: { 'x-count': ['13'] } },
    'header x-count is "13", expected less than 13',
  ],
  [
    asked('header', 'X-Count', 'greater', '11'),
    page,
    { headers: { 'x-count': ['many'] } },
    'header x-count is "many", expected more than 11',
  ],
  [asked('size', '', 'less', '10'), {}, page, 'size is 22 bytes, expected less than 10'],
  [asked('size', '', 'greater', '10'), page, {}, 'size is 0 bytes, expected more than 10'],
  [
    asked('html', 'robots', 'indexable'),
    page,
    marked('<META NAME="Robots" CONTENT="NoIndex, follow">'),
    'page forbids indexing: meta robots "NoIndex, follow"',
  ],
  [
    asked('html', 'canonical', 'equals', 'https://shop.example.com/a'),
    marked('<link rel="canonical" href="/a">'),
    marked('<link rel=canonical href=/b>'),
    'canonical address is "https://shop.example.com/b", expected "https://shop.example.com/a"',
  ],
];

describe('an answer with assertions', () => {
  it('12.1: each source and compare, once true, once false', async () => {
    const inTable = new Set(table.map(([{ source, compare }]) => `${source} ${compare}`));
    const all = Object.entries(comparesOf).flatMap(([source, compares]) => compares.map((one) => `${source} ${one}`));
    expect([...inTable, 'time less', 'time greater'].sort()).toEqual(all.sort());
    expect(assertions.safeParse(table.slice(0, limits.assertions).map(([one]) => one)).error).toBeUndefined();
    for (const [one, good, bad, sentence] of table) {
      expect([sentence, await said([one], good)]).toEqual([sentence, null]);
      expect(await said([one], bad)).toBe(sentence);
    }
    for (const [property, seconds] of [
      ['', 1.5],
      ['total', 1.5],
      ['dns', 0.01],
      ['connect', 0.02],
      ['tls', 0.3],
      ['first_byte', 0.4],
      ['transfer', 0.5],
    ] as const) {
      const value = String(seconds);
      expect(await said([asked('time', property, 'less', String(seconds * 1.1))], {})).toBeNull();
      expect(await said([asked('time', property, 'greater', String(seconds / 1.1))], {})).toBeNull();
      const slow = await said([asked('time', property, 'less', value), asked('time', property, 'greater', value)], {});
      expect(slow).toContain(`${seconds.toFixed(3)} s, expected less than ${value}; time`);
    }
  });

  it('one value that fits is enough; not_equals, not_matches and missing allow none', async () => {
    const ask = (compare: Assertion['compare'], value = '') =>
      said([asked('json', '$.items[*].id', compare, value)], json);
    expect(await ask('equals', '2')).toBeNull();
    expect(await ask('not_equals', '3')).toBeNull();
    expect(await ask('not_equals', '2')).toBe('$.items[*].id is 2 (one of 2), expected anything else');
    expect(await ask('missing')).toContain('is 1 (one of 2), expected none');
    expect(
      await said([asked('header', 'Set-Cookie', 'contains', 'b=')], { headers: { 'set-cookie': ['a=1', 'b=2'] } }),
    ).toBeNull();
  });

  it('compares scalars as text, and lists and objects as nothing', async () => {
    const equals = (property: string, value: string) => said([asked('json', property, 'equals', value)], json);
    expect(await equals('$.flag', 'true')).toBeNull();
    expect(await equals('$.none', 'null')).toBeNull();
    expect(await equals('$.count', '12.0')).toBeNull();
    expect(await equals('$.items', '[object Object]')).toBe('$.items is a list, expected "[object Object]"');
    expect(await said([asked('json', '$.none', 'exists')], json)).toBeNull();
  });

  it('compares numbers beyond 2^53 as they were written', async () => {
    const large: Given = {
      body: '{"a":"9007199254740993","id":9007199254740993,"e":1e400,"b":[12345678901234567890]}',
    };
    const ask = (property: string, compare: Assertion['compare'], value: string) =>
      said([asked('json', property, compare, value)], large);
    expect(await ask('$.id', 'equals', '9007199254740993')).toBeNull();
    expect(await ask('$.id', 'not_equals', '9007199254740992')).toBeNull();
    expect(await ask('$.id', 'greater', '9007199254740992')).toBeNull();
    expect(await ask('$..b[0]', 'equals', '12345678901234567890')).toBeNull();
    expect(await ask('$.e', 'equals', '1')).toBe('$.e is 1e400, expected 1');
  });

  it('reads JSON behind a byte order mark, and of a name that stands twice the last', async () => {
    const ok = asked('json', '$.a', 'equals', '2');
    expect(await said([ok], { body: '\ufeff{"a":1,"a":2}' })).toBeNull();
    expect(await said([ok], { body: Buffer.from('\ufeff{"a":2}', 'utf16le') })).toBeNull();
    expect(await said([asked('json', "$['__proto__']", 'equals', '2')], { body: '{"__proto__":2}' })).toBeNull();
    expect(await said([asked('json', '$.toString', 'missing')], { body: '{}' })).toBeNull();
  });

  it('12.5: invalid JSON is down with "body is not JSON", said once, and no exception', async () => {
    const list = [asked('json', '$.a', 'exists'), asked('json', '$.b', 'missing')];
    for (const body of ['<html>', '', '{"a":1', 'NaN', "{'a':1}", '\u0000'])
      expect(await said(list, { body })).toBe('body is not JSON');
  });

  it('12.6: 100,000 nested arrays are bounded and crash nothing', async () => {
    const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const path of ['$', '$[0]', '$..a', '$..*', '$..[0]', '$[?@..*]', '$..[?@..*]', '$..*..*']) {
      const outcome = await evaluate([asked('json', path, 'equals', 'x')], { body });
      expect(outcome.outcome === 'fault' ? outcome.fault : outcome.outcome).toMatch(/^(down|assertion)$/);
    }
    expect(await said([asked('json', '$.status', 'equals', 'ok')], json)).toBeNull();
  });

  it('says of JSON beyond 1 MiB that it is too long, and searches the first 2 MiB and 256 KiB otherwise', async () => {
    const { textBytes, patternBytes, jsonBytes } = limits.assertionBody;
    const long = { body: `"${'x'.repeat(jsonBytes)}"` };
    expect(await said([asked('json', '$', 'exists')], long)).toBe(
      'body is longer than 1 MiB, the most that is read as JSON',
    );
    const at = (offset: number): Given => ({ body: `${' '.repeat(offset)}needle` });
    expect(await said([asked('body', '', 'contains', 'needle')], at(textBytes - 6))).toBeNull();
    expect(await said([asked('body', '', 'contains', 'needle')], at(textBytes - 5))).toBe('body lacks "needle"');
    expect(await said([asked('body', '', 'matches', 'needl[e]')], at(patternBytes - 6))).toBeNull();
    expect(await said([asked('body', '', 'not_matches', 'needl[e]')], at(patternBytes - 5))).toBeNull();
  });

  it('decodes bodies by the charset of their header', async () => {
    const latin = { body: Buffer.from('gr\u00fc\u00dfe', 'latin1'), charset: 'iso-8859-1' };
    expect(await said([asked('body', '', 'contains', 'gr\u00fc\u00dfe')], latin)).toBeNull();
    expect(await said([asked('body', '', 'contains', 'gr\u00fc\u00dfe')], { ...latin, charset: 'no-such' })).toBe(
      'body lacks "gr\u00fc\u00dfe"',
    );
    expect(await said([asked('body', '', 'matches', 'gr.+e')], { body: Buffer.from('gr\u00fc\u00dfe') })).toBeNull();
  });

  it.each([
    ['<meta name="googlebot" content="none">', {}, 'meta robots "none"'],
    [
      '<meta name="robots" content="index"><meta name="ROBOTS" content="max-snippet:1,noindex">',
      {},
      'meta robots "max-snippet:1,noindex"',
    ],
    ['', { 'x-robots-tag': ['nofollow', 'NOINDEX'] }, 'X-Robots-Tag "NOINDEX"'],
    ['', { 'x-robots-tag': ['googlebot: nofollow, noindex'] }, 'X-Robots-Tag "googlebot: nofollow, noindex"'],
    ['', { 'x-robots-tag': ['otherbot: noindex, nofollow'] }, null],
    [
      '',
      { 'x-robots-tag': ['unavailable_after: 25 Jun 2090 15:00:00 PST, noindex'] },
      'X-Robots-Tag "unavailable_after: 25 Jun 2090 15:00:00 PST, noindex"',
    ],
    ['<meta name="description" content="noindex"><!-- <meta name="robots" content="noindex"> -->', {}, null],
  ])('of a page that may be indexed or not: %s %j', async (head, headers, actual) => {
    const remark = await said([asked('html', 'robots', 'indexable')], marked(head, headers));
    expect(remark).toBe(actual === null ? null : `page forbids indexing: ${actual}`);
  });

  it('names each failure in the order of the list, and of very many as many as fit', async () => {
    const two = [asked('body', '', 'contains', 'Welcome'), asked('json', '$.status', 'equals', 'ok')];
    expect(await said(two, { body: '{"status":"degraded"}' })).toBe(
      'body lacks "Welcome"; $.status is "degraded", expected "ok"',
    );
    const many = Array.from({ length: 7 }, (_, at) => asked('body', '', 'contains', `${at}`.repeat(90)));
    const sentence = (await said(many, {})) ?? '';
    expect(sentence.length).toBeLessThanOrEqual(limits.foreignTextLength);
    expect(sentence).toMatch(/^body lacks "0+"; body lacks "1+"; .+" and 3 more$/);
  });

  it('takes control characters out of what it quotes, and shortens it', async () => {
    const body = JSON.stringify({ status: `\u001b[31mred\u202e${'x'.repeat(1000)}` });
    const sentence = (await said([asked('json', '$.status', 'equals', 'ok')], { body })) ?? '';
    expect(sentence).toMatch(/^\$\.status is "\[31mred x+…", expected "ok"$/);
  });

  it('shows the public only that there was a failure, and each assertion to the user who tests', async () => {
    const outcome = await evaluate([asked('body', '', 'contains', 'secret'), asked('size', '', 'less', '5')], {
      body: 'ab',
    });
    expect(outcome).toEqual({
      outcome: 'down',
      reason: 'body lacks "secret"',
      public_reason: 'the answer was not as expected',
      evaluated: [
        { source: 'body', property: '', compare: 'contains', value: 'secret', ok: false, actual: 'not found' },
        { source: 'size', property: '', compare: 'less', value: '5', ok: true, actual: '2 bytes' },
      ],
      status_code: 200,
      response_time_us: 1_500_000,
      metadata_found: null,
      packet_loss: null,
    });
  });

  it('is up with a remark where only search engines are kept away, and down where something else fails too', async () => {
    const noindex = marked('<meta name="robots" content="noindex">');
    const robots = asked('html', 'robots', 'indexable');
    expect(await evaluate([robots], noindex)).toMatchObject({
      outcome: 'up',
      remark: 'page forbids indexing: meta robots "noindex"',
    });
    expect(await evaluate([robots, asked('size', '', 'less', '1')], noindex)).toMatchObject({
      outcome: 'down',
      reason: 'size is 51 bytes, expected less than 1',
    });
  });
});
