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
import type { ProblemNow, ProblemType } from '../../../status/problems-now.ts';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { acknowledgedMark, Sides } from '../../components/inline.tsx';
import { useStage } from '../../components/stage.ts';
import type { ProblemData } from '../../live/load-problems.ts';
import type { DashboardData } from '../../live/sources.ts';
import { shortTarget, widthWithPath } from '../short-target.ts';
import { problemKey } from './dashboard-model.ts';

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

const tones: Record<ProblemType, Tone> = {
  DOWN: 'down',
  ERROR: 'down',
  NOT_CHECKED: 'warn',
  SLOW: 'warn',
  METADATA_MISSING: 'warn',
};
const leastCause = 8;
const leastCells = 8;
/** Part of the room for target and cause. */
const mostCause = 0.6;
const gap = 2;

const isAcknowledged = (alert: ProblemNow['alert']): boolean => alert !== null && alert.acknowledged_at !== null;

/** A row for each problem: state, target, cause, last checks, duration. */
export function ProblemTable(props: { problems: readonly ProblemNow[]; selected: number }): JSX.Element {
  const { problems, selected } = props;
  const { size, glyphs, now } = useStage();
  const lasted = ({ since }: ProblemNow): string => (since === null ? '' : durationSoFar(now - since));
  const type = 2 + longest(problems.map((problem) => problem.type));
  const duration = longest(problems.map(lasted));
  const ack = problems.some(({ alert }) => isAcknowledged(alert)) ? acknowledgedMark.length : 0;
  const causes = longest(problems.map(({ cause }) => cause));
  const strips = problems.map(({ recent }) => recent);
  const allCells = checkCells(strips, size.columns);
  // A margin at both ends, and a gap after every column.
  const withGap = (width: number): number => (width > 0 ? width + gap : 0);
  const beside = size.columns - 2 - type - gap - withGap(ack) - withGap(duration);
  // The newest checks are enough where the whole paths and causes need the room.
  const wanted = Math.max(...problems.map((problem) => widthWithPath(problem.target))) + withGap(causes) + gap;
  const cells = Math.min(allCells, Math.max(leastCells, beside - wanted - gap));
  const room = Math.max(1, beside - withGap(cells));
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
    { header: '', width: ack, cell: ({ alert }) => [isAcknowledged(alert) ? acknowledgedMark : ''] },
    { header: '', width: cells, cell: ({ recent }) => checkStrip(recent, cells, glyphs) },
    { header: '', width: duration, align: 'right', cell: (problem) => [lasted(problem)] },
  ];
  return <DataTable items={problems} keyOf={problemKey} selected={selected} columns={columns} gap={gap} />;
}
