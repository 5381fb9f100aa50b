import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import { formatSeconds } from '@upvigil/core/format/seconds';
import type { Tone } from '@upvigil/core/status/tone';
import { Box } from 'ink';
import { Fragment, type JSX } from 'react';
import type { Glyphs } from '../../../output/glyphs.ts';
import { type Line, line, type Role, type Span, span } from '../../../output/paint.ts';
import { stripOf } from '../../../output/strips/strip-of.ts';
import { Lines, spansWidth } from '../../components/inline.tsx';
import { isWide, type Size, useStage } from '../../components/stage.ts';
import type { DashboardData } from '../../live/sources.ts';

/** The difference from the previous period: as a sign and a number, and in words. */
interface Change {
  short: string;
  words: string;
  role: Role;
}

/** Of a number of problems; null if it is the same, or the previous one is unknown. */
export function countChange(now: number, before: number | undefined): Change | null {
  const by = before === undefined ? 0 : now - before;
  if (by === 0) return null;
  return by > 0
    ? { short: `+${by}`, words: `${by} more`, role: 'bad' }
    : { short: `${by}`, words: `${-by} fewer`, role: 'good' };
}

/** Of a time, in whole percent; null below one percent, or if one of the two is unknown. */
export function timeChange(now: number | null, before: number | null | undefined): Change | null {
  if (now === null || before == null || before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return null;
  return percent > 0
    ? { short: `+${percent}%`, words: `${percent}% slower`, role: 'warn' }
    : { short: `${percent}%`, words: `${-percent}% faster`, role: 'good' };
}

/** The short form, shown after its figure; empty without a change. */
const shortChange = (change: Change | null): Span[] => (change ? [span(' '), span(change.short, change.role)] : []);

interface Entry {
  title: string;
  value: string;
  change: Change | null;
  about: string;
  role: Role;
  /** The last hours, oldest first. */
  hours: readonly Tone[];
}

/** The six counts, each with its change from the previous period: side by side if they fit, otherwise in two lines. */
export function Ledger({ data: { stats } }: { data: DashboardData }): JSX.Element {
  return isWide(useStage().size) ? <WideLedger stats={stats} /> : <ShortLedger stats={stats} />;
}

const shortLines = 2;

export const ledgerHeight = ({ stats }: DashboardData, size: Size): number =>
  isWide(size) ? 3 + (stats.hourly_issues ? 1 : 0) : shortLines;

interface Changes {
  urlIssues: Change | null;
  networkIssues: Change | null;
  response: Change | null;
  networkResponse: Change | null;
}

const changesOf = ({ previous, ...stats }: DashboardStats): Changes => ({
  urlIssues: countChange(stats.urls_down + stats.urls_slow, previous && previous.urls_down + previous.urls_slow),
  networkIssues: countChange(stats.network_monitors_down, previous?.network_monitors_down),
  response: timeChange(stats.average_response_time, previous?.average_response_time),
  networkResponse: timeChange(stats.average_network_response_time, previous?.average_network_response_time),
});

type HourlyIssues = NonNullable<DashboardStats['hourly_issues']>[number];
const urlTone = ({ urls_down, urls_slow }: HourlyIssues): Tone =>
  urls_down > 0 ? 'down' : urls_slow > 0 ? 'warn' : 'none';
const networkTone = ({ network_monitors_down }: HourlyIssues): Tone => (network_monitors_down > 0 ? 'down' : 'none');

function entriesOf(stats: DashboardStats, { state }: Glyphs): Entry[] {
  const urlIssues = stats.urls_down + stats.urls_slow;
  const networkIssues = stats.network_monitors_down;
  const change = changesOf(stats);
  const hours = stats.hourly_issues ?? [];
  const count = { change: null, hours: [] };
  return [
    { ...count, title: 'Websites', value: String(stats.total_websites), about: '', role: 'plain' },
    {
      ...count,
      title: 'URLs',
      value: String(stats.total_urls),
      about: `${state.up} ${stats.urls_up} up`,
      role: 'good',
    },
    {
      ...count,
      title: 'Network Services',
      value: String(stats.total_network_monitors),
      about: `${state.up} ${stats.network_monitors_up} up`,
      role: 'good',
    },
    {
      title: 'URL Issues',
      value: String(urlIssues),
      change: change.urlIssues,
      about: urlIssues === 0 ? `${state.up} none` : `${state.down} ${stats.urls_down} down, ${stats.urls_slow} slow`,
      role: urlIssues === 0 ? 'good' : 'bad',
      hours: hours.map(urlTone),
    },
    {
      title: 'Network Issues',
      value: String(networkIssues),
      change: change.networkIssues,
      about: networkIssues === 0 ? `${state.up} none` : `${state.down} ${networkIssues} down`,
      role: networkIssues === 0 ? 'good' : 'bad',
      hours: hours.map(networkTone),
    },
    {
      title: 'Avg Response',
      value: formatSeconds(stats.average_response_time),
      change: change.response,
      about: `Network ${formatSeconds(stats.average_network_response_time)}`,
      role: 'plain',
      hours: [],
    },
  ];
}

function WideLedger({ stats }: { stats: DashboardStats }): JSX.Element {
  const { size, glyphs } = useStage();
  const entries = entriesOf(stats, glyphs);
  const width = Math.floor((size.columns - entries.length) / entries.length);
  const lines = (entry: Entry): (readonly Span[])[] => [
    [span(entry.title, 'quiet')],
    [span(entry.value, 'strong'), ...(entry.change ? [span('  '), span(entry.change.words, entry.change.role)] : [])],
    [span(entry.about, entry.role)],
    ...(stats.hourly_issues ? [hourSpans(entry.hours, width - 1, glyphs)] : []),
  ];
  return (
    <Box flexShrink={0}>
      {entries.map((entry, index) => (
        <Fragment key={entry.title}>
          {index > 0 && <Column lines={lines(entry).map(() => [span(glyphs.divider, 'quiet')])} width={1} />}
          <Column lines={lines(entry)} width={width} paddingLeft={1} />
        </Fragment>
      ))}
    </Box>
  );
}

interface ColumnProps {
  lines: readonly (readonly Span[])[];
  width: number;
  paddingLeft?: number;
}

const Column = ({ lines, ...box }: ColumnProps): JSX.Element => (
  <Box flexDirection="column" flexShrink={0} {...box}>
    <Lines lines={lines} />
  </Box>
);

/** '────✗─ 24h': the newest hours that fit; a line for hours without problems or checks. */
function hourSpans(hours: readonly Tone[], width: number, glyphs: Glyphs): Span[] {
  if (hours.length === 0) return [];
  const label = (count: number): string => ` ${count}h`;
  const shown = hours.slice(-Math.max(1, width - label(hours.length).length));
  const signs = { ...glyphs, strip: { ...glyphs.strip, none: glyphs.rule } };
  return [...stripOf(shown, signs), span(label(shown.length), 'quiet')];
}

function ShortLedger({ stats }: { stats: DashboardStats }): JSX.Element {
  const { size, glyphs } = useStage();
  const urlIssues = stats.urls_down + stats.urls_slow;
  const { urlIssues: moreUrls, networkIssues: moreNetwork, response, networkResponse } = changesOf(stats);
  const issue = (count: number, text: string): Span =>
    count === 0 ? span(`${glyphs.state.up} ${text}`, 'good') : span(`${glyphs.state.down} ${text}`, 'bad');
  const counts = (changes: Pick<Changes, 'response'>): Line =>
    line(
      ` Websites ${stats.total_websites}    URLs ${stats.total_urls} (${stats.urls_up} up)`,
      `    Network Services ${stats.total_network_monitors} (${stats.network_monitors_up} up)`,
      `    Avg ${formatSeconds(stats.average_response_time)}`,
      ...shortChange(changes.response),
    );
  const issues = (changes: Omit<Changes, 'response'>): Line =>
    line(
      ' ',
      issue(urlIssues, `URL Issues ${urlIssues} (${stats.urls_down} down, ${stats.urls_slow} slow)`),
      ...shortChange(changes.urlIssues),
      '   ',
      issue(stats.network_monitors_down, `Network Issues ${stats.network_monitors_down}`),
      ...shortChange(changes.networkIssues),
      `   Network avg ${formatSeconds(stats.average_network_response_time)}`,
      ...shortChange(changes.networkResponse),
    );
  const issueChanges = { urlIssues: moreUrls, networkIssues: moreNetwork };
  const fits = ({ spans }: Line): boolean => spansWidth(spans) <= size.columns;
  // If a line has no room for the figure and its change, the change is left out.
  const firstThatFits = (...lines: readonly [Line, ...Line[]]): Line => lines.find(fits) ?? lines[0];
  const lines = [
    firstThatFits(counts({ response }), counts({ response: null })),
    firstThatFits(
      issues({ ...issueChanges, networkResponse }),
      issues({ ...issueChanges, networkResponse: null }),
      issues({ urlIssues: null, networkIssues: null, networkResponse: null }),
    ),
  ];
  return <Column lines={lines.map(({ spans }) => spans)} width={size.columns} />;
}
