import { shortDuration } from '@upvigil/core/format/short-duration';
import { localCause } from '@upvigil/core/languages/public-causes';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { dayMs } from '@upvigil/core/time';
import { bodyHtml } from '../../../alerts/incidents/body-html.ts';
import { Html, html, sentenceHtml } from '../documents/html.ts';
import type { Locale } from '../documents/locale.ts';
import { incidentPagePath, runPagePath } from '../documents/report-paths.ts';
import { impactText, runStateText, statusText } from '../documents/report-text.ts';
import { namesOf, type PublicRun } from '../view/maintenance-runs.ts';
import type { Period } from '../view/website-store.ts';
import { incidentTone } from './incident-page.ts';
import type { DayIncident, MonthDay } from './month-days.ts';
import { icon } from './page-icons.ts';
import { badgeHtml } from './page-shell.ts';
import { formatUtc, formatUtcRange, shapeAfter, utcTime } from './page-time.ts';

interface Now {
  /** Milliseconds since the epoch. */
  now: number;
}

/** A day with events. */
export function dayHtml(day: MonthDay, { now }: Now, locale: Locale): Html {
  const { days } = locale.texts;
  const name = formatUtc(day.start, { weekday: 'long', day: 'numeric', month: 'short' }, locale.language);
  const today = day.isToday ? html`<small>${days.today}</small>` : null;
  const incidents = day.incidents.map((one) => incidentHtml(one, { now }, locale));
  const runs = day.runs.map((run) => runHtml(run, locale));
  const periods = day.periods.length === 0 ? null : periodsHtml(day.periods, { now }, locale);
  return html`<section class="dy"><h2>${name}${today}</h2><div class="card dc">${incidents}${runs}${periods}</div></section>`;
}

/** Consecutive days without events, newest first, as one line. */
export function quietHtml(days: readonly MonthDay[], { language, texts }: Locale): Html {
  const { documents } = texts;
  const newest = days[0];
  const oldest = days.at(-1);
  const span = formatUtcRange(oldest?.start ?? 0, newest?.start ?? 0, { day: 'numeric', month: 'short' }, language);
  return html`<p class="qt"><b>${span}</b><span>${icon('check', 's')}${documents.quietDays({ count: days.length })}</span></p>`;
}

function incidentHtml({ report, periods }: DayIncident, { now }: Now, locale: Locale): Html {
  const { documents } = locale.texts;
  const { id, title, status, impact, started_at, resolved_at, affected } = report;
  const [newest] = report.updates.filter((update) => update.status !== 'postmortem');
  const tone = incidentTone(report);
  const badge = badgeHtml(
    { label: statusText(resolved_at === null ? status : 'resolved', locale), tone },
    tone === 'up' ? 'check' : 'triangle',
  );
  const names = namesOf(affected).join(', ');
  const duration = shortDuration((resolved_at ?? now) - started_at);
  const time =
    resolved_at === null
      ? sentenceHtml((at = '') => documents.openSince({ duration, time: at }), utcTime(started_at, 't', locale))
      : html`${spanHtml(started_at, resolved_at, locale)}, ${duration}`;
  const outages = periods.filter(({ isOutage }) => isOutage).length;
  const details =
    periods.length === 0
      ? null
      : html`<details${resolved_at === null ? html` open` : null}><summary>${
          outages > 0 ? documents.incidentOutages({ count: outages }) : documents.monthSlow({ count: periods.length })
        }</summary>${periodsHtml(periods, { now }, locale)}</details>`;
  const body =
    newest && newest.body.trim() !== '' ? html`<div class="prose">${new Html(bodyHtml(newest.body))}</div>` : null;
  return html`<article class="in"><div class="ih"><h3><a href="${incidentPagePath(id)}${locale.query}">${title}</a></h3>${badge}</div>${factsHtml([impactText(impact, locale), names, time])}${body}${details}</article>`;
}

function runHtml(run: PublicRun, locale: Locale): Html {
  const { documents } = locale.texts;
  const { id, title, state, starts_at, ends_at, affected } = run;
  const badge = badgeHtml({ label: runStateText(state, locale), tone: 'info' });
  const facts = factsHtml([documents.maintenances, namesOf(affected).join(', '), spanHtml(starts_at, ends_at, locale)]);
  return html`<article class="in"><div class="ih"><h3><a href="${runPagePath(id)}${locale.query}">${title}</a></h3>${badge}</div>${facts}</article>`;
}

/** Parts of a line; empty ones are left out. */
const factsHtml = (parts: readonly (Html | string)[]): Html =>
  html`<p class="f">${parts.filter((part) => part !== '').map((part, index) => html`${index === 0 ? '' : ' · '}${part}`)}</p>`;

/** A time range within a day, or across days; a null end means now. */
function spanHtml(from: number, to: number | null, locale: Locale): Html {
  const { documents } = locale.texts;
  const end = to === null ? html`${documents.now}` : utcTime(to, shapeAfter(to, from), locale);
  return sentenceHtml(
    (start = '', last = '') => documents.runSpan({ start, end: last }),
    utcTime(from, 't', locale),
    end,
  );
}

/** Lines of a day, or of an incident. */
const mostLines = 12;

/** The newest periods, a line each; the others are counted. */
function periodsHtml(periods: readonly Period[], { now }: Now, locale: Locale): Html {
  const left = periods.length - mostLines;
  const lines = periods.slice(0, mostLines).map((one) => periodHtml(one, { now }, locale));
  const rest = left > 0 ? html`<li class="more">${locale.texts.documents.morePeriods({ count: left })}</li>` : null;
  return html`<ul>${lines}${rest}</ul>`;
}

/** An outage or a slow period: its service, cause and times. */
function periodHtml(period: Period, { now }: Now, locale: Locale): Html {
  const { causes, states } = locale.texts;
  const { isOutage, website, service, started_at, ended_at } = period;
  const tone: Tone | InfoTone = isOutage ? 'down' : 'warn';
  const end = ended_at ?? now;
  const cause = localCause(period.facts.cause, causes, locale.figures);
  const dayStart = Math.floor(started_at / dayMs) * dayMs;
  const place = (at: number): number => Math.round(Math.min(1, (at - dayStart) / dayMs) * 1000) / 10;
  const left = place(started_at);
  const right = place(end);
  const style = `left:${left}%;width:${Math.round((right - left) * 10) / 10}%`;
  const word = html`<span class="bd ${tone} pl">${icon(isOutage ? 'cross' : 'triangle', 'b')}${isOutage ? states.down : states.slow}</span>`;
  return html`<li class="ol">${word}<span class="s tr" title="${website}, ${service}"><b>${website}</b> <span>${shortService(service)}</span></span><span class="c tr" title="${cause}">${cause}</span><span class="k"><span class="tk"><i class="${tone}" style="${style}"></i></span></span><span class="wh">${spanHtml(started_at, ended_at, locale)}</span><span class="t">${shortDuration(end - started_at)}</span></li>`;
}

/** The path of a URL, because its website precedes it. */
function shortService(service: string): string {
  if (!URL.canParse(service) || !/^https?:/.test(service)) return service;
  const { pathname, search } = new URL(service);
  return pathname + search;
}
