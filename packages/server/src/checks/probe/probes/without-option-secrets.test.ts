import { expect, it } from 'vitest';
import { down } from '../failure-text.ts';
import { networkTarget } from './conformance.ts';
import { withoutOptionSecrets } from './without-option-secrets.ts';

it.each([
  ['bad token planted-token', 'bad token [removed]'],
  ['bad header "Bearer planted-token"', 'bad header "[removed]"'],
  ['bad cookie planted-session', 'bad cookie [removed]'],
  ['bad language German', 'bad language German'],
])('changes the reason %j to %j', (reason, removed) => {
  const headers = [
    { name: 'X-Token', value: 'Bearer planted-token', secret: true },
    { name: 'Cookie', value: 'session=planted-session', secret: false },
    { name: 'Accept-Language', value: 'German', secret: false },
  ];
  const target = networkTarget('WEBSOCKET', { host: 'shop.test', port: 443 }, { headers });

  expect(withoutOptionSecrets(target, down(reason))).toMatchObject({ reason: removed });
});
