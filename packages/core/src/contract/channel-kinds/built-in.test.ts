import { describe, expect, expectTypeOf, it } from 'vitest';
import type { DeliveryChannel } from '../names/channels.ts';
import { defaultNotificationSettings, notificationSettingsChange } from '../settings.ts';
import { builtInKinds, channelSecrets, initialChannelSettings, recipientSettings } from './built-in.ts';

describe('the channels', () => {
  it('have names that are names and not any text', () => {
    expectTypeOf<'sms'>().toExtend<DeliveryChannel>();
    expectTypeOf<string>().not.toExtend<DeliveryChannel>();
  });

  it('have no field of the settings in common', () => {
    const fields = Object.values(builtInKinds).flatMap(({ initial }) => Object.keys(initial));

    expect(new Set(fields).size).toBe(fields.length);
  });

  it('accept their own initial settings as input', () => {
    expect(notificationSettingsChange.parse(defaultNotificationSettings)).toEqual(defaultNotificationSettings);
    expect(defaultNotificationSettings).toMatchObject(initialChannelSettings);
  });

  it('are switched off until they are configured, and have no secret before', () => {
    for (const { enabled, list } of recipientSettings) {
      expect(initialChannelSettings).toMatchObject({ [enabled]: false, [list]: '' });
    }
    for (const secret of channelSecrets) expect(initialChannelSettings[secret]).toBe('');
  });
});
