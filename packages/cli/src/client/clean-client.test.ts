import { expect, test } from 'vitest';
import { cleanClient, cleanText } from './clean-client.ts';

test('what a target or a person wrote can move no cursor, however deep it stands', async () => {
  const answer = { name: 'Shop\u001b[2J', lists: [{ text: 'a\r\nb' }], count: 3, nothing: null };
  const client = { websites: { get: async (request?: { id: number }) => ({ ...answer, request }) } };
  expect(await cleanClient(client).websites.get({ id: 1 })).toEqual({
    name: 'Shop [2J',
    lists: [{ text: 'a b' }],
    count: 3,
    nothing: null,
    request: { id: 1 },
  });
});

test("a target's response keeps its lines and indentation", () => {
  const body = '<ul>\r\n\t<li>\u001b[2J</li>\n</ul>';
  expect(cleanText({ evidence: { body } })).toEqual({ evidence: { body: '<ul>\n  <li> [2J</li>\n</ul>' } });
});

test('streams and files pass as they are', () => {
  const stream = new ReadableStream();
  const download = { body: stream, size: 3 };
  expect(cleanText(download)).toEqual(download);
  expect((cleanText(download) as typeof download).body).toBe(stream);
});
