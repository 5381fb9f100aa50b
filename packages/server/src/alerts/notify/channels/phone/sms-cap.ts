import type { Channel } from '../../channel.ts';

/** Limits a channel to `mostAnHour` messages; 0 disables it. */
export const withHourlyCap = (channel: Channel, mostAnHour: number): Channel => ({
  ...channel,
  hourlyLimit: mostAnHour,
  rules: {
    ...channel.rules,
    offReason: (settings) => channel.rules.offReason(settings) ?? cappedReason(mostAnHour),
  },
});

export const cappedReason = (mostAnHour: number): string | null => (mostAnHour === 0 ? 'SMS_HOURLY_LIMIT is 0' : null);

/** A phone number in the form of providers: digits with an optional leading +. */
export const dialledNumber = (phone: string): string => phone.replace(/[^\d+]/g, '');
