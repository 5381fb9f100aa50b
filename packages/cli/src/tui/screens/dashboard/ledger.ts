import { formatSeconds } from '@upvigil/core/format/seconds';
import { type Line, line, type Role, span } from '../../../output/paint.ts';
import { cells } from '../../frame/layout.ts';
import { isWide, type Stage } from '../../frame/screen-parts.ts';
import type { DashboardData } from '../../live/sources.ts';

interface Card {
  title: string;
  value: string;
  about: string;
  role: Role;
}

/** The six counts: beside each other where there is room, else in two lines. */
export const cardLines = (data: DashboardData, stage: Stage): Line[] =>
  isWide(stage.size) ? wideCards(data, stage) : shortCards(data, stage);

function wideCards({ stats }: DashboardData, { size, glyphs }: Stage): Line[] {
  const urlIssues = stats.urls_down + stats.urls_slow;
  const { up, down } = glyphs.state;
  const cards: Card[] = [
    { title: 'Websites', value: String(stats.total_websites), about: '', role: 'plain' },
    { title: 'URLs', value: String(stats.total_urls), about: `${up} ${stats.urls_up} up`, role: 'good' },
    {
      title: 'Network Services',
      value: String(stats.total_network_monitors),
      about: `${up} ${stats.network_monitors_up} up`,
      role: 'good',
    },
    {
      title: 'URL Issues',
      value: String(urlIssues),
      about: urlIssues === 0 ? `${up} none` : `${down} ${stats.urls_down} down, ${stats.urls_slow} slow`,
      role: urlIssues === 0 ? 'good' : 'bad',
    },
    {
      title: 'Network Issues',
      value: String(stats.network_monitors_down),
      about: stats.network_monitors_down === 0 ? `${up} none` : `${down} ${stats.network_monitors_down} down`,
      role: stats.network_monitors_down === 0 ? 'good' : 'bad',
    },
    {
      title: 'Avg Response',
      value: formatSeconds(stats.average_response_time),
      about: `Network ${formatSeconds(stats.average_network_response_time)}`,
      role: 'plain',
    },
  ];
  const width = Math.floor((size.columns - cards.length) / cards.length);
  const row = (pick: (card: Card) => { text: string; role?: Role }): Line => ({
    spans: cards.flatMap((card, index) => [
      ...(index === 0 ? [] : [span(glyphs.divider, 'quiet')]),
      ...cells([{ width, ...withMargin(pick(card)) }], glyphs.ellipsis),
    ]),
  });
  return [
    row(({ title }) => ({ text: title, role: 'quiet' })),
    row(({ value }) => ({ text: value, role: 'strong' })),
    row(({ about, role }) => ({ text: about, role })),
  ];
}

const withMargin = ({ text, role }: { text: string; role?: Role }) => ({ text: ` ${text}`, ...(role ? { role } : {}) });

function shortCards({ stats }: DashboardData, { glyphs }: Stage): Line[] {
  const urlIssues = stats.urls_down + stats.urls_slow;
  const issue = (count: number, text: string) =>
    count === 0 ? span(`${glyphs.state.up} ${text}`, 'good') : span(`${glyphs.state.down} ${text}`, 'bad');
  return [
    line(
      ` Websites ${stats.total_websites}    URLs ${stats.total_urls} (${stats.urls_up} up)`,
      `    Network Services ${stats.total_network_monitors} (${stats.network_monitors_up} up)`,
      `    Avg ${formatSeconds(stats.average_response_time)}`,
    ),
    line(
      ' ',
      issue(urlIssues, `URL Issues ${urlIssues} (${stats.urls_down} down, ${stats.urls_slow} slow)`),
      '   ',
      issue(stats.network_monitors_down, `Network Issues ${stats.network_monitors_down}`),
      `   Network avg ${formatSeconds(stats.average_network_response_time)}`,
    ),
  ];
}
