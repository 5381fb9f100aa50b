import type { DashboardStats, Unchecked } from '@upvigil/core/contract/dashboard';
import { monitorPath } from '@upvigil/core/contract/names/paths';
import { notCheckedHeadline, notCheckedSentence } from '@upvigil/core/texts/faults';
import { Link } from 'react-router-dom';
import { sinceText } from '../../../components/time/time-format.ts';
import { toneTint } from '../../../components/tones/tone-classes.ts';
import { ToneIcon } from '../../../components/tones/tone-icon.tsx';

const shown = 5;

/** Monitors that are currently not checked, with the reason. Their state is neither up nor down. */
export function NotCheckedNow({ total, longest }: NonNullable<DashboardStats['not_checked']>) {
  return (
    <section className="card overflow-hidden p-0!" aria-labelledby="not-checked-now">
      <div className={`flex items-center gap-3 border-b border-(--border) px-5 py-3 max-md:px-4 ${toneTint.warn}`}>
        <ToneIcon tone="warn" size={18} />
        <h2 id="not-checked-now" className="flex-1 text-base">
          {notCheckedHeadline(total)}
        </h2>
      </div>
      <ul>
        {longest.slice(0, shown).map((monitor) => (
          <Row key={monitor.monitor_id} monitor={monitor} />
        ))}
      </ul>
      {total > shown ? <p className="px-5 py-2 text-(--muted) max-md:px-4">and {total - shown} more</p> : null}
    </section>
  );
}

function Row({ monitor }: { monitor: Unchecked }) {
  const { kind, website_id, website_name, monitor_id, name, target } = monitor;
  const sentence = notCheckedSentence(monitor, sinceText);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 border-t border-(--border) px-5 py-2 first:border-t-0 max-md:px-4">
      <Link
        to={monitorPath(website_id, kind, monitor_id)}
        className="min-w-0 truncate font-medium text-(--text)"
        title={target}
      >
        {name ?? target}
      </Link>
      <span className="min-w-0 text-xs wrap-anywhere text-(--muted)">{website_name}</span>
      <span className="min-w-0 text-[0.8125rem] wrap-anywhere text-(--warn-fg)">{sentence}</span>
    </li>
  );
}
