import { deliveryChannels } from '@upvigil/core/contract/names/channels';
import { expect, it } from 'vitest';
import { kindGroups } from './kind-choice.tsx';

it('each kind of channel can be chosen, in one place', () => {
  expect(kindGroups.flatMap(({ kinds }) => kinds).sort()).toEqual([...deliveryChannels].sort());
});
