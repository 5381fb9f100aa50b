import { urlState } from '@upvigil/core/status/monitor-state';
import { emptyState } from '@upvigil/core/testing/fake-state';
import { addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it } from 'vitest';
import { findUrls } from './url-state.ts';

function urls() {
  const state = emptyState();
  const { id } = addWebsite(state);
  const add = (url: string, check?: Parameters<typeof addUrlCheck>[2], enabled = true) => {
    const added = addUrl(state, id, { url, enabled, response_time_threshold: 5, metadata_tag: 'og:title' });
    if (check) addUrlCheck(state, added, check);
  };
  add('http://a/10', {});
  add('http://a/9', { response_time: 5.1, metadata_found: false });
  add('http://a/meta', { response_time: 5, metadata_found: false });
  add('http://a/down', { status_code: 503, response_time: 60 });
  add('http://a/new');
  add('http://a/off', { status_code: 503, response_time: 1 }, false);
  return state.urls;
}
const found = (search: string, state: string, sort: string) =>
  findUrls(urls(), search, state, sort).map(({ url }) => url);

describe('the URLs of a website', () => {
  it('have the worst state that applies', () => {
    expect(urls().map(urlState)).toEqual(['up', 'slow', 'metadata', 'down', 'unknown', 'disabled']);
  });

  it('have no data if they were up and are not checked any more', () => {
    const not_checked = { since: '2026-11-20T12:04:00.000Z', reason: 'the proxy cannot be reached' };
    const states = urls().map((url) => urlState({ ...url, not_checked }));
    expect(states).toEqual(['unknown', 'unknown', 'unknown', 'down', 'unknown', 'disabled']);
  });

  it('are sorted in the selected order, issues first for an unknown one', () => {
    const issuesFirst = ['down', '9', 'meta', 'new', '10', 'off'].map((path) => `http://a/${path}`);
    expect(found('', 'all', 'issues')).toEqual(issuesFirst);
    expect(found('', 'all', 'no such order')).toEqual(issuesFirst);
    expect(found('', 'all', 'address').slice(0, 2)).toEqual(['http://a/9', 'http://a/10']);
    expect(found('', 'all', 'slowest').slice(0, 2)).toEqual(['http://a/down', 'http://a/9']);
    expect(found('', 'all', 'slowest').at(-1)).toBe('http://a/new');
  });

  it('are found by address and tag, in one state or in all', () => {
    expect(found(' A/META ', 'all', 'address')).toEqual(['http://a/meta']);
    expect(found('og:title', 'disabled', 'address')).toEqual(['http://a/off']);
  });
});
