import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import { describe, expect, it } from 'vitest';
import { changedOptions } from './changed-options.ts';
import { type UrlFormInput, withoutHidden } from './url-form.ts';

const entered: UrlFormInput = {
  url: 'https://shop.example.org/',
  ip_family: '6',
  request: { ...defaultRequest, method: 'POST', body: 'left over', body_secret: true, accepted_status: '404' },
  assertions: [
    { source: 'size', property: 'left over', compare: 'less', value: '9' },
    { source: 'json', property: '$.a', compare: 'exists', value: 'left over' },
  ],
};

describe('what the form of a URL does not show', () => {
  it('goes: the body of what has none, and the fields that an assertion has no use for', () => {
    expect(withoutHidden(entered)).toEqual({
      ...entered,
      request: { ...entered.request, body: '', body_secret: false },
      assertions: [
        { source: 'size', property: '', compare: 'less', value: '9' },
        { source: 'json', property: '$.a', compare: 'exists', value: '' },
      ],
    });
    const body_type = 'text' as const;
    expect(withoutHidden({ ...entered, request: { ...entered.request, body_type } }).request?.body).toBe('left over');
  });

  it('is for a browser all but the accepted status; certificates stay as they are', () => {
    expect(withoutHidden({ ...entered, check_mode: 'browser', cert_alerts: false })).toEqual({
      url: entered.url,
      check_mode: 'browser',
      ip_family: 'any',
      assertions: [],
      cert_alerts: false,
      request: { ...defaultRequest, accepted_status: '404' },
    });
  });
});

it('of the options of a check those are sent that differ from what is stored', () => {
  const { request, ip_family } = entered;
  expect(changedOptions(defaultUrlOptions, defaultUrlOptions)).toEqual({});
  expect(changedOptions({ ...defaultUrlOptions, ip_family }, defaultUrlOptions)).toEqual({ ip_family });
  expect(changedOptions({ ...defaultUrlOptions, request }, defaultUrlOptions)).toEqual({ request });
});
