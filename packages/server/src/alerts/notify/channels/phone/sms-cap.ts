import type { Channel } from '../../channel.ts';

/** Held to so many messages an hour, which switches it off at 0. */
export const withHourlyCap = (channel: Channel, mostAnHour: number): Channel => ({
  ...channel,
  hourlyLimit: mostAnHour,
  rules: {
    ...channel.rules,
    offReason: (settings) => channel.rules.offReason(settings) ?? cappedReason(mostAnHour),
  },
});

export const cappedReason = (mostAnHour: number): string | null => (mostAnHour === 0 ? 'SMS_HOURLY_LIMIT is 0' : null);

/** A phone number as providers want it: digits, and perhaps a + before them. */
export const dialledNumber = (phone: string): string => phone.replace(/[^\d+]/g, '');
