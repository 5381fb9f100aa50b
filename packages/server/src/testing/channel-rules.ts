import { createChannels, rulesOf } from '../notifications/channels/registry.ts';
import { createDialer } from '../probing/dialing/dialer.ts';

/** The rules of all channels, for what decides and sends nothing. */
export const channelRules = rulesOf(
  createChannels({ dialer: createDialer(), sendSmsApiUrl: 'http://sms.invalid/', smsHourlyLimit: 30 }),
);
