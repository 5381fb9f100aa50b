import type { IncidentImpact, IncidentStatus } from '@upvigil/core/contract/incidents';
import { shortDuration } from '@upvigil/core/format/short-duration';
import type { Tone } from '@upvigil/core/status/tone';
import { dayMs } from '@upvigil/core/time';
import { bodyHtml } from '../../../alerts/incidents/body-html.ts';
import { monthOf } from '../../../alerts/incidents/month-span.ts';
import { Html, html, sentenceHtml } from '../documents/html.ts';
import type { Locale } from '../documents/locale.ts';
import { incidentPagePath, monthPagePath } from '../documents/report-paths.ts';
import { impactText, monthName, type Surroundings, statusText } from '../documents/report-text.ts';
import type { IncidentReport, ReportUpdate } from '../view/incident-reports.ts';
import { type AffectedService, moreServicesHtml, mostServices, timeWithin } from './affected-services.ts';
import { type IconName, icon } from './page-icons.ts';
import { affectedLine } from './page-names.ts';
import { badgeHtml, bandHtml, railHtml, railParts, reportPage } from './page-shell.ts';
import { localTime, shapeAfter } from './page-time.ts';
import { axisAround, type StripAxis, seenBars, stripHtml } from './service-strips.ts';
import { labelled, type Phase, phasesOf, placeOf } from './timeline.ts';

/** The content of an incident's page. */
export interface IncidentFacts {
  report: IncidentReport;
  services: readonly AffectedService[];
  /** Milliseconds since the epoch. */
  now: number;
}

export function incidentPage(facts: IncidentFacts, surroundings: Surroundings): string {
  const { report, now } = facts;
  const { locale } = surroundings;
  const { documents } = locale.texts;
  const month = monthOf(report.started_at);
  const isOpen = report.resolved_at === null;
  const names = affectedLine(
    report.affected,
    (text) => (isOpen ? documents.affects : documents.affected)({ names: text }),
    locale,
  );
  const [postmortem] = report.updates.filter(({ status }) => status === 'postmortem');
  const updates = report.updates.filter((update) => update !== postmortem);
  const content = html`<h1>${report.title}</h1>${names}<div class="stack">${incidentBand(report, now, locale)}${timelineHtml(facts, locale)}${
    postmortem ? postmortemHtml(postmortem, locale) : null
  }${railHtml(
    documents.updates,
    updates.map((update, index) => updateEntry(update, report, { isNewest: index === 0 }, locale)),
  )}</div>`;
  return reportPage(
    {
      title: `${statusText(isOpen ? report.status : 'resolved', locale)}: ${report.title}`,
      path: incidentPagePath(report.id),
      content,
      isLocal: true,
      updatedAt: isOpen ? now : null,
      links: [
        {
          icon: 'calendar',
          path: monthPagePath(month),
          text: documents.historyOf({ month: monthName(month, locale) }),
        },
      ],
    },
    surroundings,
  );
}

const impactTones: Record<IncidentImpact, Tone> = { critical: 'down', major: 'down', minor: 'warn', none: 'none' };
/** The colour of an incident: that of its impact while it is open. */
export const incidentTone = ({ resolved_at, impact }: Pick<IncidentReport, 'resolved_at' | 'impact'>): Tone =>
  resolved_at === null ? impactTones[impact] : 'up';

function incidentBand({ impact, status, started_at, resolved_at }: IncidentReport, now: number, locale: Locale): Html {
  const { documents } = locale.texts;
  const word = impactText(impact, locale);
  if (resolved_at !== null) {
    const span = sentenceHtml(
      (start = '', end = '') => documents.runSpan({ start, end }),
      localTime(started_at, 'l', locale),
      localTime(resolved_at, shapeAfter(resolved_at, started_at), locale),
    );
    return bandHtml({
      tone: 'up',
      icon: 'check',
      heading: documents.resolvedHeading({ duration: shortDuration(resolved_at - started_at) }),
      detail: html`${span}<span class="small"><br>${word}</span>`,
      end: html`<span>${icon(impact === 'none' ? 'info' : 'triangle')}${word}</span>`,
    });
  }
  const duration = shortDuration(now - started_at);
  const since = sentenceHtml(
    (time = '') => documents.openSince({ duration, time }),
    localTime(started_at, 'd', locale),
  );
  return bandHtml({
    tone: impactTones[impact],
    icon: impact === 'none' ? 'info' : 'triangle',
    heading: statusText(status, locale),
    detail: html`${statusSentence(status, locale)}<span class="small"><br>${word}<br>${since}</span>`,
    end: html`<b>${word}</b>${since}`,
  });
}

function statusSentence(status: IncidentStatus, { texts: { documents } }: Locale): string {
  if (status === 'identified') return documents.sentenceIdentified;
  return status === 'monitoring' ? documents.sentenceMonitoring : documents.sentenceInvestigating;
}

const phaseClasses: Partial<Record<IncidentStatus, string>> = {
  investigating: 'p1',
  identified: 'p2',
  monitoring: 'p3',
};

/** The reported statuses above the check results, on one axis. */
function timelineHtml({ report, services, now }: IncidentFacts, locale: Locale): Html {
  const { documents } = locale.texts;
  const end = report.resolved_at ?? now;
  const axis = axisAround({ from: report.started_at, to: end }, now);
  const phases = phasesOf(report, now).filter(({ to }) => to > axis.from);
  const title = services.length === 0 ? documents.timeline : documents.affectedServices;
  const hint =
    services.length === 0 ? null : html`<span>${documents.stripLegend({ duration: shortDuration(axis.step) })}</span>`;
  return html`<section class="card tlc"><div class="ch"><h2>${title}</h2>${hint}</div><div class="tg">${reportedHtml(report, phases, axis, locale)}${shownServices(
    services,
    report,
    now,
  ).map((service) =>
    serviceHtml(service, report, axis, locale),
  )}${axisHtml(report, phases, axis, locale)}</div>${moreServicesHtml(services, locale)}</section>`;
}

/** The services that were down longest, if not all fit. */
function shownServices(services: readonly AffectedService[], report: IncidentReport, now: number): AffectedService[] {
  if (services.length <= mostServices) return [...services];
  const span = { from: report.started_at, to: report.resolved_at ?? now };
  return services
    .toSorted((one, other) => timeWithin(other.seen.down, span) - timeWithin(one.seen.down, span))
    .slice(0, mostServices);
}

function reportedHtml(report: IncidentReport, phases: readonly Phase[], axis: StripAxis, locale: Locale): Html {
  const { documents } = locale.texts;
  const [first] = phases;
  const isOpen = report.resolved_at === null;
  const parts = phases.map((phase, index) => {
    const length = shortDuration(phase.to - phase.from);
    const duration = isOpen && index === phases.length - 1 ? documents.soFar({ duration: length }) : length;
    return { ...phase, word: statusText(phase.status, locale), duration };
  });
  const early =
    first && first.from > report.started_at
      ? html`<span class="p0" style="${placed(report.started_at, first.from, axis)}"></span>`
      : null;
  const spans = parts.map(({ from, to, status, word, duration }) => {
    const label = isWide({ from, to }, axis, word, duration) ? html`<b>${word}</b><u>${duration}</u>` : null;
    return html`<span class="${phaseClasses[status] ?? 'p0'}" style="${placed(from, to, axis)}" title="${word}, ${duration}">${label}</span>`;
  });
  const resolved =
    report.resolved_at === null
      ? null
      : html`<em style="left:${placeOf(report.resolved_at, axis)}%" title="${documents.statusResolved}">${icon('check', 'b')}</em>`;
  const spoken = parts.map(({ word, duration }) => `${word} ${duration}`).join(', ');
  const listed = parts.map(
    ({ status, word, duration }) =>
      html`<li><i class="${phaseClasses[status] ?? 'p0'}"></i><b>${word}</b> <span>${duration}</span></li>`,
  );
  return html`<div class="t3"><div class="nm hint">${documents.reported}</div><div class="pb" role="img" aria-label="${documents.reported}: ${spoken}">${early}${spans}${resolved}</div><div class="e"></div></div><ul class="pk" aria-hidden="true">${listed}</ul>`;
}

const placed = (from: number, to: number, axis: StripAxis): string => {
  const left = placeOf(from, axis);
  return `left:${left}%;width:${Math.round((placeOf(to, axis) - left) * 100) / 100}%`;
};

/** The width of the axis at the page's maximum width. */
const axisPx = 626;
const letterPx = 6.8;
/** Whether a phase has enough space for its texts. */
const isWide = ({ from, to }: { from: number; to: number }, axis: StripAxis, ...words: string[]): boolean =>
  ((placeOf(to, axis) - placeOf(from, axis)) / 100) * axisPx >=
  Math.max(...words.map(({ length }) => length)) * letterPx;

function serviceHtml(service: AffectedService, report: IncidentReport, axis: StripAxis, locale: Locale): Html {
  const { documents } = locale.texts;
  const { name, website_id, badges, seen } = service;
  const down = timeWithin(seen.down, { from: report.started_at, to: report.resolved_at ?? axis.to });
  const duration = shortDuration(down);
  const label = down > 0 ? documents.stripDown({ name, duration }) : documents.stripUp({ name });
  const strip = stripHtml(seenBars(axis, seen), { places: axis.bars, height: 26, barPx: 3.5, label });
  return html`<div class="sv"><div class="nm"><b class="tr" title="${name}"><a href="/status/${website_id}${locale.query}">${name}</a></b>${badges.map(
    (badge) => badgeHtml(badge),
  )}</div><div class="st">${strip}</div><div class="dn">${down > 0 ? html`${duration}<small>${documents.badgeDown}</small>` : '–'}</div></div>`;
}

function axisHtml(report: IncidentReport, phases: readonly Phase[], axis: StripAxis, locale: Locale): Html {
  const { documents } = locale.texts;
  const end = report.resolved_at ?? axis.to;
  const shape = axis.to - axis.from > dayMs ? 'd' : 't';
  const starts = phases.map(({ from }) => from).filter((from) => from > axis.from);
  const between = labelled(starts, axis, end).map(
    (at) => html`<span style="left:${placeOf(at, axis)}%">${localTime(at, shape, locale)}</span>`,
  );
  const last = report.resolved_at === null ? documents.now : localTime(end, shape, locale);
  return html`<div class="t3"><div class="e"></div><div class="ax"><span class="e0" style="left:0">${localTime(axis.from, shape, locale)}</span>${between}<span class="e1" style="left:${placeOf(end, axis)}%">${last}</span></div><div class="e"></div></div><div class="gl" aria-hidden="true">${starts.map(
    (at) => html`<i style="left:${placeOf(at, axis)}%"></i>`,
  )}</div>`;
}

const statusIcons: Record<IncidentStatus, IconName> = {
  investigating: 'search',
  identified: 'target',
  monitoring: 'eye',
  resolved: 'check',
  postmortem: 'document',
};

/** Rendered bodies are safe between tags. */
const proseHtml = (body: string): Html | null =>
  body.trim() === '' ? null : html`<div class="prose">${new Html(bodyHtml(body))}</div>`;

function updateEntry(
  { status, body, display_at, edited_at }: ReportUpdate,
  report: IncidentReport,
  { isNewest }: { isNewest: boolean },
  locale: Locale,
) {
  const { documents } = locale.texts;
  const edited =
    edited_at === null
      ? null
      : html`<small>${sentenceHtml((time = '') => documents.edited({ time }), localTime(edited_at, shapeAfter(edited_at, display_at), locale))}</small>`;
  return {
    time: localTime(display_at, shapeAfter(display_at, report.started_at), locale),
    about: documents.timeIn({ duration: shortDuration(display_at - report.started_at) }),
    icon: statusIcons[status],
    tone: isNewest ? incidentTone(report) : null,
    title: html`${statusText(status, locale)}${edited}`,
    body: proseHtml(body),
  };
}

function postmortemHtml({ body, display_at }: ReportUpdate, locale: Locale): Html {
  const parts = railParts({
    time: localTime(display_at, 't', locale),
    about: localDay(display_at, locale),
    icon: 'document',
    tone: null,
  });
  return html`<section class="card"><div class="pm">${parts}<div class="c"><h2>${statusText('postmortem', locale)}</h2>${proseHtml(body)}</div></div></section>`;
}
const localDay = (at: number, locale: Locale): Html => localTime(at, 'w', locale);
