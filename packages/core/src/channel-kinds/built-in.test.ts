import { describe, expect, expectTypeOf, it } from 'vitest';
import { defaultNotificationSettings, notificationSettingsChange } from '../contract/settings.ts';
import { builtInKinds, channelSecrets, initialChannelSettings, recipientSettings } from './built-in.ts';
import { builtInChannels, type DeliveryChannel } from './names.ts';
import { isSentOn, sentFields } from './sent-on.ts';

describe('the channels', () => {
  it('have names that are names and not any text', () => {
    expectTypeOf<'sms'>().toExtend<DeliveryChannel>();
    expectTypeOf<string>().not.toExtend<DeliveryChannel>();
  });

  it('have no field of the settings in common', () => {
    const fields = Object.values(builtInKinds).flatMap(({ initial }) => Object.keys(initial));

    expect(new Set(fields).size).toBe(fields.length);
  });

  it('take the settings that hold before any are saved, once they are entered', () => {
    expect(notificationSettingsChange.parse(defaultNotificationSettings)).toEqual(defaultNotificationSettings);
    expect(defaultNotificationSettings).toMatchObject(initialChannelSettings);
  });

  it('are switched off and tell nobody until somebody sets them, and have no secret by then', () => {
    for (const { enabled, list } of recipientSettings) {
      expect(initialChannelSettings).toMatchObject({ [enabled]: false, [list]: '' });
    }
    for (const secret of channelSecrets) expect(initialChannelSettings[secret]).toBe('');
  });
});

describe('an alert', () => {
  const deliveries = [
    { channel: 'email', channel_id: null, status: 'failed' },
    { channel: 'email', channel_id: null, status: 'sent' },
    { channel: 'sms', channel_id: null, status: 'pending' },
  ] as const;

  it('is sent on a channel when one of its deliveries there was', () => {
    expect(builtInChannels.map((channel) => isSentOn(deliveries, channel))).toEqual([true, false, false]);
  });

  it('has the three fields that scripts of old read, whatever channels there are', () => {
    expect(sentFields(deliveries)).toEqual({ email_sent: true, sms_sent: false, slack_sent: false });
  });
});
