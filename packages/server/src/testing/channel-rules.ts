import { createChannels, rulesOf } from '../alerts/notify/channels/registry.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import { plainSecrets } from './plain-secrets.ts';

const { email, sms, slack } = createChannels({
  secrets: plainSecrets,
  dialer: createDialer(),
  sendSmsApiUrl: 'http://sms.invalid/',
  publicUrl: () => 'https://status.example.org',
  smsHourlyLimit: 30,
  webPushKeys: () => Promise.reject(new Error('no keys')),
});

/** The rules of three channels, for tests that count deliveries: they stay the same when a kind is added. */
export const channelRules = rulesOf({ email, sms, slack });
