import { optionSecrets } from '@upvigil/core/contract/monitor-kinds/option-secrets';
import { networkMonitorKinds, networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import { expect, it } from 'vitest';
import { plantedOptions } from '../../../testing/planting/planted-options.ts';
import { basicUser, formsOf, planted, secretsIn } from '../../../testing/planting/planted-secrets.ts';
import { down } from '../failure-text.ts';
import { networkTarget } from './conformance.ts';
import { withoutOptionSecrets } from './without-option-secrets.ts';

const withSecrets = networkMonitorTypes.filter((type) => plantedOptions(type) !== null);

it('finds kinds with secrets', () => {
  expect(withSecrets).toEqual(expect.arrayContaining(['IMAP', 'POSTGRESQL', 'MYSQL', 'REDIS', 'MQTT', 'WEBSOCKET']));
});

it.each(withSecrets)('removes each secret of a %s monitor from the reason of a server that echoes it', (type) => {
  const port = networkMonitorKinds[type].port === 'required' ? 1 : undefined;
  const options = plantedOptions(type) ?? {};
  const target = networkTarget(type, { host: '127.0.0.1', ...(port === undefined ? {} : { port }) }, options);

  for (const { text: secret } of optionSecrets(networkMonitorKinds[type].options, options)) {
    // A private key is not sent.
    if (secret === planted.clientKey) continue;
    // The header of HTTP, which no kind with a password sends.
    const ofHttp = Buffer.from(`${basicUser}:${secret}`).toString('base64');
    for (const form of formsOf(secret).filter((each) => each !== ofHttp)) {
      const outcome = withoutOptionSecrets(target, down(`server answered "no ${form}"`));

      expect(secretsIn(JSON.stringify(outcome), planted), form).toEqual([]);
    }
  }
});

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
