import { deliveryChannels } from '@upvigil/core/contract/names/channels';
import { expect, it } from 'vitest';
import { kindGroups } from './kind-choice.tsx';

it('offers each kind of channel once', () => {
  expect(kindGroups.flatMap(({ kinds }) => kinds).sort()).toEqual([...deliveryChannels].sort());
});
