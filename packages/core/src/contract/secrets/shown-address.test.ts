import { describe, expect, it } from 'vitest';
import { addressSecrets, keepAddressSecrets, shownAddress } from './shown-address.ts';

describe('an address as everybody may read it', () => {
  it.each([
    ['https://shop.test/a?x=1#f', 'https://shop.test/a?x=1#f'],
    ['https://me:pw@shop.test/a?api_key=1&x=2', 'https://shop.test/a?api_key=[removed]&x=2'],
    [
      'https://shop.test/?X-Amz-Signature=ab%3D=&SESSIONID=2&auth=#token',
      'https://shop.test/?X-Amz-Signature=[removed]&SESSIONID=[removed]&auth=#token',
    ],
    ['https://shop.test/?pass%77ord=x&to%6Ben=y', 'https://shop.test/?pass%77ord=[removed]&to%6Ben=[removed]'],
    ['https://shop.test/?token', 'https://shop.test/?token'],
    ['https://shop.test/?%zz=1&secret=2', 'https://shop.test/?%zz=1&secret=[removed]'],
    ['https://shop.test/#?token=1', 'https://shop.test/#?token=[removed]'],
    ['https://shop.test/#id_token=1&a=2', 'https://shop.test/#id_token=[removed]&a=2'],
    ['https://blob.test/?sv=2022&sig=abc%3D&se=1', 'https://blob.test/?sv=2022&sig=[removed]&se=1'],
    ['https://fn.test/run?code=abc==', 'https://fn.test/run?code=[removed]'],
    [
      'https://shop.test/?pwd=1&userPass=2&passwd=3&DB_PWD=4',
      'https://shop.test/?pwd=[removed]&userPass=[removed]&passwd=[removed]&DB_PWD=[removed]',
    ],
    ['https://shop.test/?jwt=1;sid=2', 'https://shop.test/?jwt=[removed];sid=[removed]'],
    ['https://shop.test/a;jsessionid=1/b?x=2', 'https://shop.test/a;jsessionid=[removed]/b?x=2'],
    ['https://shop.test/?t=eyJhbGciOi.eyJzdWIi.c2ln', 'https://shop.test/?t=[removed]'],
    ['https://shop.test/?to=https%3A%2F%2Fu%3Ap%40x.test%2F', 'https://shop.test/?to=[removed]'],
    ['https://shop.test/?to=https%3A%2F%2Fx.test%2F', 'https://shop.test/?to=https%3A%2F%2Fx.test%2F'],
    [
      'https://shop.test/?country_code=DE&passenger=2&design=3',
      'https://shop.test/?country_code=DE&passenger=2&design=3',
    ],
    ['http:\\\\ops:s3cret@shop.test', 'http://shop.test/'],
    ['ops:s3cret@shop.test', '***@shop.test'],
  ])('%s', (address, shown) => {
    expect(shownAddress(address, 'public')).toBe(shown);
  });
});

describe('an address in settings', () => {
  it.each([
    ['https://shop.test/?x=1', 'https://shop.test/?x=1'],
    ['https://ops:s3@cret@shop.test:8443/?sig=a&x=1', 'https://ops:********@shop.test:8443/?sig=********&x=1'],
    ['https://token@shop.test/', 'https://********@shop.test/'],
    ['https://token:@shop.test/', 'https://********:@shop.test/'],
    ['https://:pw@shop.test/', 'https://:********@shop.test/'],
    ['http:\\\\ops:s3cret@shop.test', 'http:\\\\ops:********@shop.test'],
    ['https://medium.test/@author', 'https://medium.test/@author'],
    ['https://shop.test/?t=eyJhbGciOi.eyJzdWIi.c2ln', 'https://shop.test/?t=********'],
    ['https://shop.test/?to=https%3A%2F%2Fu%3Ap%40x.test%2F', 'https://shop.test/?to=********'],
  ])('is shown with masks: %s', (address, shown) => {
    expect(shownAddress(address, 'settings')).toBe(shown);
    expect(keepAddressSecrets(shown, address)).toMatchObject({ address, unknown: 0 });
  });

  it('keeps the secrets that are masked, wherever they move in the query', () => {
    const stored = 'https://ops:pw@shop.test/?sig=one&token=two&token=three';
    const given = 'https://new:********@shop.test/b?token=********&sig=********&token=new';
    expect(keepAddressSecrets(given, stored)).toEqual({
      address: 'https://new:pw@shop.test/b?token=two&sig=one&token=new',
      kept: 3,
      unknown: 0,
    });
  });

  it('counts masks without a stored secret', () => {
    expect(keepAddressSecrets('https://a:********@shop.test/?key=********', 'https://shop.test/?key=1')).toEqual({
      address: 'https://a:********@shop.test/?key=1',
      kept: 1,
      unknown: 1,
    });
    expect(keepAddressSecrets('https://********:new@shop.test/?t=********', 'https://me:pw@shop.test/')).toMatchObject({
      kept: 0,
      unknown: 2,
    });
  });
});

it('names each secret of an address as it is written and decoded', () => {
  expect(addressSecrets('https://ops:p%40ss@shop.test/?sig=a%2Fb&x=1')).toEqual(['p%40ss', 'p@ss', 'a%2Fb', 'a/b']);
});

it('takes linear time for an address with repeated beginnings of secrets', () => {
  const started = performance.now();
  for (const text of [
    `https://${'@'.repeat(2000)}`,
    `https://a/?${'token='.repeat(400)}`,
    `https://a/?${'&a=https%3A%2F%2Fx'.repeat(100)}`,
    `https://a/?${'?;&#='.repeat(400)}`,
    'https://a/?b='.repeat(5000),
  ]) {
    shownAddress(text, 'public');
    shownAddress(text, 'settings');
  }
  expect(performance.now() - started).toBeLessThan(2000);
});
