import { channelNames } from '@upvigil/core/channel-kinds/names';
import type { ToldChannel } from '@upvigil/core/contract/routing';
import type { Role } from '../../output/paint.ts';
import type { Column } from '../../output/table.ts';
import { dayAndTime } from '../../output/times.ts';

const toldRoles: Record<ToldChannel['told'], Role> = { now: 'good', later: 'warn', never: 'quiet' };

/** What would become of an alert on each channel. Steps are counted from 1, as the reasons of deliveries count them. */
export const toldColumns: readonly Column<ToldChannel>[] = [
  { header: 'STEP', text: ({ step }) => String(step + 1), align: 'right' },
  { header: 'REF', text: ({ ref }) => String(ref), dropOrder: 3 },
  { header: 'CHANNEL', text: ({ name }) => name, shrinkTo: 10 },
  { header: 'KIND', text: ({ kind }) => channelNames[kind], raw: ({ kind }) => kind, shrinkTo: 8, dropOrder: 2 },
  { header: 'TOLD', text: ({ told }) => told, role: ({ told }) => toldRoles[told] },
  { header: 'AT', text: ({ at }) => (at ? dayAndTime(at) : '-'), raw: ({ at }) => at ?? '', dropOrder: 1 },
  { header: 'REASON', text: ({ reason }) => reason ?? '-', raw: ({ reason }) => reason ?? '', shrinkTo: 16 },
];
