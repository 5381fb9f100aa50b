import { newsVersionHeader } from '@upvigil/core/contract/names/paths';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { detailSource, dropEmbedded, overviewSource, readPublic } from './public-source.ts';

const never = new AbortController().signal;
afterEach(() => {
  vi.unstubAllGlobals();
  dropEmbedded();
});

function embed(content: unknown): void {
  const script = document.createElement('script');
  Object.assign(script, { id: 'public-status', type: 'application/json' });
  script.textContent = typeof content === 'string' ? content : JSON.stringify(content);
  document.body.append(script);
}
const answerWith = (response: Response) => vi.stubGlobal('fetch', async () => response);

describe('the data of a public page', () => {
  it('comes with its version', async () => {
    answerWith(Response.json([{ id: 1 }], { headers: { [newsVersionHeader]: 'v7' } }));
    expect(await readPublic(overviewSource, never)).toEqual({ data: [{ id: 1, daily_uptime: [] }], news: 'v7' });
  });

  it('has empty lists if the server does not send them', async () => {
    answerWith(Response.json({ website: { name: 'Shop' }, urls: [{ id: 1, response_times: null }] }));
    const { data } = await readPublic(detailSource('3'), never);
    expect(data).toMatchObject({ network_monitors: [], recent_incidents: [] });
    expect(data.urls).toEqual([{ id: 1, response_times: [], daily_uptime: [] }]);
  });

  it.each([
    ['refused', Response.json([], { status: 404 })],
    ['no list', Response.json({})],
    ['no list of websites', Response.json([null])],
  ])('is shown as not loaded when the answer is %s', async (_what, response) => {
    answerWith(response);
    await expect(readPublic(overviewSource, never)).rejects.toThrow();
  });

  it('keeps any id within its path', () => {
    expect(detailSource('../a b').address).toMatch(/\/\.\.%2Fa%20b$/);
  });
});

describe('embedded data', () => {
  it('is used by its own page only', () => {
    embed({ kind: 'detail', id: 3, news: 'v7', data: { website: {} } });
    expect(detailSource('3').embedded()).toMatchObject({ news: 'v7' });
    expect([detailSource('4').embedded(), overviewSource.embedded()]).toEqual([null, null]);
    dropEmbedded();
    expect(detailSource('3').embedded()).toBeNull();
  });

  it.each([['{'], ['[]'], [{ kind: 'overview', data: {} }]])('is ignored when it is %j', (content) => {
    embed(content);
    expect(overviewSource.embedded()).toBeNull();
  });
});

it('a change concerns the overview and the page of its website', () => {
  expect([overviewSource.concerns(4), detailSource('4').concerns(4), detailSource('4').concerns(5)]).toEqual([
    true,
    true,
    false,
  ]);
});
