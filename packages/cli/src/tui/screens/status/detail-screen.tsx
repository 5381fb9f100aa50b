import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { incidentTone } from '@upvigil/core/status/alert-tone';
import { messages } from '@upvigil/core/texts/messages';
import type { JSX } from 'react';
import { roleOfTone, span } from '../../../output/paint.ts';
import { hasMaintenanceDay } from '../../../output/strips/day-strip.ts';
import { dayAndTime } from '../../../output/times.ts';
import { summarizeDetail, toneOf } from '../../../status/status-summary.ts';
import { Heading, Inline, Rule, Sides } from '../../components/inline.tsx';
import { type Freshness, Screen, ScreenFoot, TitleLine } from '../../components/screen.tsx';
import { isCompact, type Stage, useStage } from '../../components/stage.ts';
import { uptimeText } from '../../components/uptime-text.ts';
import { windowAround } from '../../components/windows.ts';
import type { DetailData } from '../../live/sources.ts';
import { selectedIndex } from '../../view-state.ts';
import { noMatch } from '../dashboard/dashboard-model.ts';
import { serviceLines } from './detail-service.tsx';
import { type Service, shownServicesOf } from './status-model.ts';
import { Legend } from './status-screen.tsx';

interface DetailProps {
  /** Null until the chosen website is read. */
  data: DetailData | null;
}

export function DetailTitle({ data, freshness }: DetailProps & { freshness: Freshness }): JSX.Element {
  const { glyphs } = useStage();
  return <TitleLine title={`${glyphs.back} ${data?.detail.website.name || 'Website'}`} freshness={freshness} />;
}

/** One website: its state, its URLs and network services with load times and days, and its incidents. */
export function DetailScreen({ data, title }: DetailProps & { title: JSX.Element }): JSX.Element {
  const { size } = useStage();
  const compact = isCompact(size);
  const head = (
    <>
      {title}
      {data && !compact && (
        <Inline spans={[span(` ${data.detail.website.description ?? messages.empty.description}`, 'quiet')]} />
      )}
      {!(data && compact) && <Rule />}
      {data && <Banner detail={data.detail} />}
      {data && !compact && <Rule />}
    </>
  );
  const foot = <ScreenFoot scope="detail" legend={!compact && <Legend hasMaintenance={hasMaintenance(data)} />} />;
  return (
    <Screen head={head} foot={foot}>
      {data && <Content data={data} />}
    </Screen>
  );
}

const hasMaintenance = (data: DetailData | null): boolean =>
  data !== null &&
  [...data.detail.urls, ...data.detail.network_monitors].some(({ daily_uptime }) => hasMaintenanceDay(daily_uptime));

function Banner({ detail }: { detail: StatusDetail }): JSX.Element {
  const { size, glyphs } = useStage();
  const { sentence, ...summary } = summarizeDetail(detail);
  const tone = toneOf(summary);
  const uptime = isCompact(size)
    ? []
    : [span(`7-Day Uptime ${uptimeText(size, detail.uptime_7d, detail.coverage_7d)} `)];
  return <Sides left={[span(` ${glyphs.state[tone]} ${sentence}`, roleOfTone(tone))]} right={uptime} />;
}

/** Lines of head and foot. */
const framedBy = { compact: 4, full: 8 } as const;

/** The visible part, around the service under the cursor. On the last service, the incidents are visible too. */
function Content({ data }: { data: DetailData }): JSX.Element {
  const stage = useStage();
  const { size } = stage;
  const { lines, focus } = contentOf(data, stage);
  const middle = Math.floor((focus.start + focus.end - 1) / 2);
  const room = Math.max(1, size.rows - (isCompact(size) ? framedBy.compact : framedBy.full));
  const { start, end } = windowAround(lines.length, middle, room);
  return <>{lines.slice(start, end)}</>;
}

/** The whole page as one element per line, and the lines under the cursor. Only visible lines are rendered. */
interface PageContent {
  lines: JSX.Element[];
  focus: { start: number; end: number };
}

function contentOf(data: DetailData, stage: Stage): PageContent {
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
  const content: PageContent = { lines: [], focus: { start: 0, end: 1 } };
  if (services.length === 0) {
    const isEmpty = detail.urls.length + detail.network_monitors.length === 0;
    content.lines.push(<Inline key="none" spans={[` ${isEmpty ? messages.empty.urls : noMatch}`]} />);
  }
  addServices(content, 'WEBSITE MONITORING', urls, selected, stage);
  addServices(content, 'NETWORK SERVICES', network, selected, stage);
  if (!isCompact(stage.size)) content.lines.push(...incidentLines(detail, stage));
  return content;
}

function addServices(
  { lines, ...content }: PageContent,
  title: string,
  services: readonly Service[],
  selected: Service | undefined,
  stage: Stage,
): void {
  if (services.length === 0) return;
  const compact = isCompact(stage.size);
  if (!compact) {
    if (lines.length > 0) lines.push(<Rule key={`above ${title}`} />);
    lines.push(<Heading key={title} text={title} about={`${services.length}`} />);
  }
  for (const [index, service] of services.entries()) {
    if (index > 0 && !compact) lines.push(<Inline key={`above ${service.key}`} spans={[]} />);
    const start = lines.length;
    lines.push(...serviceLines(service, service === selected, stage));
    if (service === selected) Object.assign(content.focus, { start, end: lines.length });
  }
}

function incidentLines({ recent_incidents: incidents }: StatusDetail, { glyphs }: Stage): JSX.Element[] {
  if (incidents.length === 0) return [];
  const { days, limit } = defaults.recentIncidents;
  const rows = incidents.slice(0, limit).map(({ type, message, time }, at) => {
    const tone = incidentTone(type);
    const state = span(`${glyphs.state[tone]} ${type}`, roleOfTone(tone));
    // biome-ignore lint/suspicious/noArrayIndexKey: incidents have no id
    return <Inline key={`incident ${at}`} spans={[` ${dayAndTime(time)}  `, state, `  ${message}`]} />;
  });
  return [
    <Rule key="above incidents" />,
    <Heading key="incidents" text="RECENT INCIDENTS" about={`${days} days`} />,
    ...rows,
  ];
}
