import { useQuery } from '@tanstack/react-query';
import type { Channel } from '@upvigil/core/contract/channels';
import type { Drill } from '@upvigil/core/contract/drills';
import { channels, drills } from './queries.ts';

/**
 * Whether no channel can notify anybody.
 * @param recipients lists a built-in channel only while it is on: email, SMS, or Slack of any website
 */
export const isNobodyNotified = (
  recipients: readonly Pick<Drill, 'ref'>[],
  added: readonly Pick<Channel, 'enabled'>[],
): boolean => recipients.every(({ ref }) => typeof ref === 'number') && !added.some(({ enabled }) => enabled);

/** False while unknown. */
export function useIsNobodyNotified(): boolean {
  const { data: recipients } = useQuery(drills());
  const { data: added } = useQuery(channels());
  return recipients !== undefined && added !== undefined && isNobodyNotified(recipients, added);
}
