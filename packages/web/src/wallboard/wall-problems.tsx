import type { DashboardStats, OpenProblem } from '@upvigil/core/contract/dashboard';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { withoutScheme } from '../components/rows/without-scheme.ts';
import { toneText } from '../components/tones/tone-classes.ts';
import { ToneIcon } from '../components/tones/tone-icon.tsx';
import { calmOf } from './wall-tiles.ts';

/** Further problems are counted, because the tiles need the space. */
const rowsShown = 4;

/** Current problems in large text; one line without any. */
export function WallProblems({ stats, now }: { stats: DashboardStats; now: number }) {
  const { open_problems } = stats;
  if (!open_problems) return null;
  const { down, slow, metadata, worst } = open_problems;
  const total = down + slow + metadata;
  if (total === 0) return <Calm stats={stats} />;
  const left = total - Math.min(rowsShown, worst.length);
  return (
    <section
      aria-label="Open problems"
      className="text-[2rem] leading-10 tracking-[-0.02em] max-md:text-xl max-md:leading-7"
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {worst.slice(0, rowsShown).map((problem) => (
          <Problem key={problem.monitor_id} problem={problem} now={now} />
        ))}
      </ul>
      {left > 0 ? <p className="text-xl leading-7 text-(--muted)">and {left} more</p> : null}
    </section>
  );
}

function Problem({ problem, now }: { problem: OpenProblem; now: number }) {
  const tone = alertTone(problem.alert_type);
  const where = [problem.website_name, problem.cause].filter(Boolean).join(' · ');
  return (
    <li className="flex items-center gap-x-4 max-md:flex-wrap">
      <span className={`flex shrink-0 items-center gap-3 font-semibold ${toneText[tone]}`}>
        <ToneIcon tone={tone} size={28} />
        {problem.alert_type === 'METADATA_MISSING' ? 'META TAG' : problem.alert_type}
      </span>
      <span className="min-w-0 truncate font-semibold max-md:order-2 max-md:basis-full" title={problem.target}>
        {problem.name ?? withoutScheme(problem.target)}
      </span>
      <span className="min-w-0 flex-1 truncate text-(--muted) max-md:order-3 max-md:basis-full" title={where}>
        {where}
      </span>
      {problem.since ? (
        <span className="shrink-0 max-md:order-1 max-md:ml-auto">{durationSoFar(now - Date.parse(problem.since))}</span>
      ) : null}
    </li>
  );
}

function Calm({ stats }: { stats: DashboardStats }) {
  const calm = calmOf(stats);
  if (!calm) return null;
  return (
    <p className={`flex items-center gap-3 text-[2rem] leading-10 font-semibold max-md:text-xl ${toneText[calm.tone]}`}>
      <ToneIcon tone={calm.tone} size={28} />
      {calm.sentence}
    </p>
  );
}
