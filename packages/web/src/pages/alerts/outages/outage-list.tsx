import type { Outage } from '@upvigil/core/status/outages';
import { useMemo } from 'react';
import { type TimeAxis, tickLines } from '../../../components/figures/outage-axis.tsx';
import { GroupHead } from '../../../components/rows/group-head.tsx';
import { useOpenRow } from '../../../components/rows/use-open-row.ts';
import { groupOutages } from '../outage-texts.ts';
import type { AlertActions } from '../use-alert-actions.ts';
import { OutageRow, OutageRowsHead } from './outage-row.tsx';

interface OutageListProps {
  outages: readonly Outage[];
  /** All outages, including those not rendered yet, for the counts of each group. */
  all: readonly Outage[];
  axis: TimeAxis;
  now: number;
  actions: AlertActions;
}

/** Ended outages on a shared time axis, by day. */
export function OutageList({ outages, all, axis, now, actions }: OutageListProps) {
  const [openId, toggle] = useOpenRow();
  const groups = useMemo(() => groupOutages(outages, now), [outages, now]);
  const counts = useMemo(
    () => new Map(groupOutages(all, now).map((group) => [group.title, group.outages.length])),
    [all, now],
  );
  const ticks = useMemo(() => tickLines(axis), [axis]);
  return (
    <div className="border-t border-(--border)" style={ticks}>
      <OutageRowsHead axis={axis} />
      {groups.map(({ title, outages: ofGroup }) => (
        <section key={title} aria-label={title} className="border-t border-(--border)">
          <GroupHead title={title} count={counts.get(title)} />
          <ul>
            {ofGroup.map((outage) => (
              <OutageRow
                key={outage.alert.id}
                outage={outage}
                axis={axis}
                now={now}
                isOpen={outage.alert.id === openId}
                onToggle={toggle}
                actions={actions}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
