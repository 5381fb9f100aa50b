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

describe('hidden values of the URL form', () => {
  it('omit the body of a method without one, and unused fields of an assertion', () => {
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

  it('omit everything except the accepted status for a browser, and keep certificate options', () => {
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

it('sends only options that differ from the stored ones', () => {
  const { request, ip_family } = entered;
  expect(changedOptions(defaultUrlOptions, defaultUrlOptions)).toEqual({});
  expect(changedOptions({ ...defaultUrlOptions, ip_family }, defaultUrlOptions)).toEqual({ ip_family });
  expect(changedOptions({ ...defaultUrlOptions, request }, defaultUrlOptions)).toEqual({ request });
});
