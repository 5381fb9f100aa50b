import type { PublicState, PublicWebsite } from '../figures/public-state.ts';
import { isListed, type ToldRun } from './public-runs.ts';

/** Public maintenance that goes on or is announced, by its start. */
export const runsShown = ({ runs, now }: Pick<PublicState, 'runs' | 'now'>): ToldRun[] =>
  runs.filter((run) => isListed(run, now));

/** That of one website. */
export const runsShownOf = (
  state: Pick<PublicState, 'runs' | 'now'>,
  { id, monitors }: Pick<PublicWebsite, 'id' | 'monitors'>,
): ToldRun[] =>
  runsShown(state).filter(
    ({ website_ids, monitor_ids }) =>
      website_ids.includes(id) || monitors.some((monitor) => monitor_ids.includes(monitor.id)),
  );
