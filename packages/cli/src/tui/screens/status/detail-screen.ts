import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { formatPercent } from '@upvigil/core/format/percent';
import { incidentTone } from '@upvigil/core/status/alert-tone';
import { messages } from '@upvigil/core/texts/messages';
import { type Line, line, roleOfTone, span } from '../../../output/paint.ts';
import { hasMaintenanceDay } from '../../../output/strips/day-strip.ts';
import { dayAndTime } from '../../../output/times.ts';
import { summarizeDetail, toneOf } from '../../../status/status-summary.ts';
import { blank, frame, rule, sides, windowAround } from '../../frame/layout.ts';
import {
  type Freshness,
  heading,
  isCompact,
  keyLine,
  type Stage,
  statusLineOf,
  titleLine,
} from '../../frame/screen-parts.ts';
import type { DetailData } from '../../live/sources.ts';
import { selectedIndex } from '../../view-state.ts';
import { serviceBlock } from './detail-service.ts';
import { type Service, shownServicesOf } from './status-model.ts';
import { legendLine } from './status-screen.ts';

/** One website: its state in short, its URLs and network services with load times and days, and its incidents. */
export function detailFrame(data: DetailData | null, freshness: Freshness, stage: Stage): Line[] {
  const { size, glyphs, view } = stage;
  const compact = isCompact(size);
  const between = rule(size.columns, glyphs);
  const current = data && data.websiteId === view.websiteId ? data : null;
  const name = current?.detail.website.name ?? '';
  const title = titleLine({ ...stage, brand: '' }, `${glyphs.back} ${name || 'Website'}`, '', freshness);
  const foot = [
    statusLineOf(stage),
    ...(compact ? [] : [legendLine(stage, hasMaintenance(current))]),
    keyLine('detail', stage),
  ];
  if (!current) return frame({ head: [title, between], body: [], foot }, size, glyphs.ellipsis);
  const { detail } = current;
  const banner = bannerLine(detail, stage);
  const head = compact
    ? [title, banner]
    : [
        title,
        line(span(` ${detail.website.description ?? messages.empty.description}`, 'quiet')),
        between,
        banner,
        between,
      ];
  const room = Math.max(1, size.rows - head.length - foot.length);
  return frame({ head, body: scrolled(contentOf(current, stage), room), foot }, size, glyphs.ellipsis);
}

const hasMaintenance = (data: DetailData | null): boolean =>
  data !== null &&
  [...data.detail.urls, ...data.detail.network_monitors].some(({ daily_uptime }) => hasMaintenanceDay(daily_uptime));

function bannerLine(detail: StatusDetail, { size, glyphs }: Stage): Line {
  const { sentence, ...summary } = summarizeDetail(detail);
  const tone = toneOf(summary);
  const headline = span(` ${glyphs.state[tone]} ${sentence}`, roleOfTone(tone));
  const uptime = span(`7-Day Uptime ${formatPercent(detail.uptime_7d)} `);
  return sides([headline], isCompact({ ...size }) ? [] : [uptime], size.columns, glyphs.ellipsis);
}

/** All lines of the page, and which of them the cursor is on. */
interface Content {
  lines: Line[];
  focus: { start: number; end: number };
}

function contentOf(data: DetailData, stage: Stage): Content {
  const { detail } = data;
  const { urls, network } = shownServicesOf(data, stage.view.filter);
  const services = [...urls, ...network];
  const selected =
    services[
      selectedIndex(
        services.map(({ key }) => key),
        stage.view.selected.detail,
      )
    ];
  const content: Content = { lines: [], focus: { start: 0, end: 1 } };
  if (services.length === 0) content.lines.push(line(` ${emptyText(detail)}`));
  addServices(content, 'WEBSITE MONITORING', urls, selected, stage);
  addServices(content, 'NETWORK SERVICES', network, selected, stage);
  content.lines.push(...incidentLines(detail, stage));
  return content;
}

const emptyText = ({ urls, network_monitors }: StatusDetail): string =>
  urls.length + network_monitors.length === 0 ? messages.empty.urls : 'Nothing here holds that text';

function addServices(
  content: Content,
  title: string,
  services: readonly Service[],
  selected: Service | undefined,
  stage: Stage,
): void {
  if (services.length === 0) return;
  const compact = isCompact(stage.size);
  if (!compact) {
    if (content.lines.length > 0) content.lines.push(rule(stage.size.columns, stage.glyphs));
    content.lines.push(heading(title, `${services.length}`, stage));
  }
  for (const [index, service] of services.entries()) {
    if (index > 0 && !compact) content.lines.push(blank);
    const start = content.lines.length;
    content.lines.push(...serviceBlock(service, service === selected, stage));
    if (service === selected) content.focus = { start, end: content.lines.length };
  }
}

function incidentLines({ recent_incidents: incidents }: StatusDetail, stage: Stage): Line[] {
  const { glyphs, size } = stage;
  if (incidents.length === 0 || isCompact(size)) return [];
  const { days, limit } = defaults.recentIncidents;
  const rows = incidents.slice(0, limit).map(({ type, message, time }) => {
    const tone = incidentTone(type);
    return line(` ${dayAndTime(time)}  `, span(`${glyphs.state[tone]} ${type}`, roleOfTone(tone)), `  ${message}`);
  });
  return [rule(size.columns, glyphs), heading('RECENT INCIDENTS', `${days} days`, stage), ...rows];
}

/** The part of the lines with what the cursor is on; on the last service, with the incidents that follow. */
function scrolled({ lines, focus }: Content, room: number): Line[] {
  const middle = Math.floor((focus.start + focus.end - 1) / 2);
  const { start, end } = windowAround(lines.length, middle, room);
  return lines.slice(start, end);
}
