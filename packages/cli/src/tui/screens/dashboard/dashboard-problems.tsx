import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import { durationSoFar, shortDuration } from '@upvigil/core/format/short-duration';
import type { Outage } from '@upvigil/core/status/outages';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { sentenceParts } from '@upvigil/core/texts/problems';
import type { JSX } from 'react';
import { longest, widthOf } from '../../../output/fit.ts';
import { roleOfTone, span } from '../../../output/paint.ts';
import { checkCells, checkStrip } from '../../../output/strips/check-strip.ts';
import { dayOfMonth, hourMinute } from '../../../output/times.ts';
import type { ProblemNow } from '../../../status/problems-now.ts';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { Sides } from '../../components/inline.tsx';
import { useStage } from '../../components/stage.ts';
import type { ProblemData } from '../../live/load-problems.ts';
import type { DashboardData } from '../../live/sources.ts';
import { shortTarget } from '../short-target.ts';

interface Verdict {
  tone: Tone | InfoTone;
  text: string;
}

/** '3 down, 1 slow', with the duration of the longest; a quiet line without problems. `shown`: number of rows below. */
export function Headline({ data, shown }: { data: DashboardData; shown: number }): JSX.Element {
  const { size, glyphs, now } = useStage();
  const problems = data.problems.now;
  const { tone, text } = verdict(data.stats, data.problems);
  const begins = problems.flatMap(({ since }) => (since === null ? [] : [since]));
  const right = [
    ...(shown < problems.length ? [`${shown} of ${problems.length} shown`] : []),
    ...(begins.length > 0 ? [`longest ${durationSoFar(now - Math.min(...begins))}`] : []),
    ...(tone === 'up' ? lastOutageTexts(data.problems.lastOutage, now, glyphs.ellipsis) : []),
  ].join('   ');
  const left = span(` ${glyphs.state[tone]} ${text}`, roleOfTone(tone));
  // If both do not fit, the state stays.
  const hasRoom = widthOf(left.text) + 3 + widthOf(right) + 1 <= size.columns;
  return <Sides left={[left]} right={hasRoom && right !== '' ? [span(right), span(' ')] : []} />;
}

function verdict(stats: DashboardStats, { now: problems, inMaintenance: read }: ProblemData): Verdict {
  const count = (type: ProblemNow['type'], of: 'url' | 'monitor'): number =>
    problems.filter((problem) => problem.type === type && problem.key.startsWith(of)).length;
  const inMaintenance = Math.max(read, stats.open_problems?.in_maintenance ?? 0);
  const down = Math.max(0, stats.urls_down + stats.network_monitors_down - inMaintenance);
  const slow = stats.urls_slow + count('SLOW', 'monitor');
  const notChecked = stats.not_checked?.total ?? 0;
  const noTag = count('METADATA_MISSING', 'url');
  const counts = [
    ...(down > 0 ? [`${down} down`] : []),
    ...(slow > 0 ? [`${slow} slow`] : []),
    ...(noTag > 0 ? [`${noTag} without meta tag`] : []),
    ...(notChecked > 0 ? [`${notChecked} not checked`] : []),
    ...(inMaintenance > 0 ? [`${inMaintenance} in maintenance`] : []),
  ];
  if (counts.length > 0) return { tone: worstTone(down, slow + noTag + notChecked), text: counts.join(', ') };
  const isChecked = stats.urls_up + stats.network_monitors_up > 0;
  return isChecked ? { tone: 'up', text: 'Everything is up' } : { tone: 'none', text: 'No data yet' };
}

const worstTone = (down: number, warnings: number): Verdict['tone'] =>
  down > 0 ? 'down' : warnings > 0 ? 'warn' : 'info';

/** 'Last outage shop/checkout 08:27, 4 min'. */
function lastOutageTexts(outage: Outage | null, now: number, ellipsis: string): string[] {
  if (outage?.ended_at == null) return [];
  const { alert, started_at, ended_at } = outage;
  const target = shortTarget(sentenceParts(alert)?.target ?? alert.website_name, lastOutageTarget, ellipsis);
  const at = started_at ?? ended_at;
  const day = dayOfMonth(at) === dayOfMonth(now) ? '' : `${dayOfMonth(at)} `;
  const lasted = started_at === null ? '' : `, ${shortDuration(ended_at - started_at)}`;
  return [`Last outage ${target} ${day}${hourMinute(at)}${lasted}`];
}

const lastOutageTarget = 24;

const tones = { DOWN: 'down', ERROR: 'down', SLOW: 'warn', METADATA_MISSING: 'warn' } as const;
const leastCause = 8;
/** Part of the room for target and cause. */
const mostCause = 0.6;
const gap = 2;

/** A row for each problem: state, target, cause, last checks, duration. */
export function ProblemTable({ problems }: { problems: readonly ProblemNow[] }): JSX.Element {
  const { size, glyphs, now } = useStage();
  const lasted = ({ since }: ProblemNow): string => (since === null ? '' : durationSoFar(now - since));
  const strips = problems.map(({ recent }) => recent);
  const cells = checkCells(strips, size.columns);
  const type = 2 + longest(problems.map((problem) => problem.type));
  const duration = longest(problems.map(lasted));
  // A margin at both ends, and a gap after every column.
  const fixed = 1 + type + gap + (cells > 0 ? cells + gap : 0) + (duration > 0 ? duration + gap : 0);
  const room = Math.max(1, size.columns - 1 - fixed);
  const causes = longest(problems.map(({ cause }) => cause));
  const least = Math.min(causes, Math.max(leastCause, Math.floor(room * mostCause)));
  const most = Math.max(1, room - gap - least);
  const target = longest(problems.map((problem) => shortTarget(problem.target, most, glyphs.ellipsis)));
  const columns: TableColumn<ProblemNow>[] = [
    {
      header: '',
      width: type,
      cell: (problem) => [
        span(`${glyphs.state[tones[problem.type]]} ${problem.type}`, roleOfTone(tones[problem.type])),
      ],
    },
    { header: '', width: target, cell: (problem) => [shortTarget(problem.target, target, glyphs.ellipsis)] },
    { header: '', width: Math.max(0, room - target - gap), cell: ({ cause }) => [cause] },
    { header: '', width: cells, cell: ({ recent }) => checkStrip(recent, cells, glyphs) },
    { header: '', width: duration, align: 'right', cell: (problem) => [lasted(problem)] },
  ];
  return <DataTable items={problems} keyOf={({ key, type: of }) => `${key} ${of}`} columns={columns} gap={gap} />;
}
