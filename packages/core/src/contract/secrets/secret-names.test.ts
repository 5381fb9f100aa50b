import { describe, expect, it } from 'vitest';
import { isSecretName, withoutSecretMembers, withoutSecretParameters } from './secret-names.ts';

describe('names of secrets', () => {
  it.each([
    ...['Set-Cookie', 'Authorization', 'X-Auth-Token', 'api_key', 'client_secret', 'PHPSESSION', 'Password'],
    ...['X-Hub-Signature-256', 'passwd'],
  ])('%s is one', (name) => expect(isSecretName(name)).toBe(true));

  it.each(['Content-Type', 'Server', 'status', 'q'])('%s is none', (name) => expect(isSecretName(name)).toBe(false));
});

describe('parameters', () => {
  it.each([
    ['https://a.example/?q=1&access_token=abc&x=2#f', 'https://a.example/?q=1&access_token=[removed]&x=2#f'],
    ['/next?key=a;b=2', '/next?key=[removed];b=2'],
    ['password=one&name=two', 'password=[removed]&name=two'],
    ['/?api%5Fkey=abc', '/?api%5Fkey=[removed]'],
    ['https://a.example/#id_token=abc', 'https://a.example/#id_token=[removed]'],
    ['/?%zz_token=abc', '/?%zz_token=[removed]'],
  ])('%s', (text, clean) => expect(withoutSecretParameters(text)).toBe(clean));
});

describe('members of JSON', () => {
  it.each([
    ['{"token":"abc","a":1}', '{"token":"[removed]","a":1}'],
    ['{"token" : "a\\"b", "a":1}', '{"token" : "[removed]", "a":1}'],
    ['{"session":{"id":"abc","deep":[1,{"x":"}"}]},"a":1}', '{"session":"[removed]","a":1}'],
    ['{"keys":["a","b"],"a":1}', '{"keys":"[removed]","a":1}'],
    ['{"password":123}', '{"password":"[removed]"}'],
    ['{"a":{"api_key":null}}', '{"a":{"api_key":"[removed]"}}'],
    ['{"a":1,"secret":"cut off he', '{"a":1,"secret":"[removed]"'],
    ['{"a":1,"secret":{"b":"cut', '{"a":1,"secret":"[removed]"'],
    ['{"status":"ok"}', '{"status":"ok"}'],
  ])('%s', (text, clean) => expect(withoutSecretMembers(text)).toBe(clean));

  it('takes linear time for text with repeated beginnings of members', () => {
    const started = performance.now();
    for (const text of ['"'.repeat(2048), '"\\'.repeat(1024), '"key":'.repeat(340), '"key":{'.repeat(290)]) {
      withoutSecretMembers(text);
      withoutSecretParameters(text);
    }
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
