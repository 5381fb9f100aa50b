import { hasGaps } from '@upvigil/core/format/percent';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { dayTone } from '@upvigil/core/status/day-tone';
import { dayBar } from '@upvigil/core/status/pulse-geometry';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { dayMs } from '@upvigil/core/time';
import { monthOf, monthSpan, monthsLater } from '../../../alerts/incidents/month-span.ts';
import { coverageOf } from '../../../checks/record/rollups/coverage.ts';
import { addSums, noSums, uptimeOf } from '../../../checks/record/rollups/sums.ts';
import { type Html, html } from '../documents/html.ts';
import type { Locale } from '../documents/locale.ts';
import { monthPagePath } from '../documents/report-paths.ts';
import { monthName, type Surroundings } from '../documents/report-text.ts';
import { timeWithin } from './affected-services.ts';
import { dayHtml, quietHtml } from './month-day.ts';
import { daysOfMonth, type MonthDay, type MonthFacts, type MonthWebsite, troubleFree } from './month-days.ts';
import { icon } from './page-icons.ts';
import { nameList } from './page-names.ts';
import { reportPage } from './page-shell.ts';
import { formatUtc } from './page-time.ts';
import { stripHtml } from './service-strips.ts';

export function monthPage(facts: MonthFacts, surroundings: Surroundings): string {
  const { locale } = surroundings;
  const { documents } = locale.texts;
  const { month, now } = facts;
  const name = monthName(month, locale);
  const days = daysOfMonth(facts);
  const isEmpty = days.every(({ isQuiet }) => isQuiet);
  const title = isEmpty ? documents.monthEmpty({ month: name }) : documents.monthTitle({ month: name });
  const parts = foldQuiet(days).map((part) =>
    Array.isArray(part) ? quietHtml(part, locale) : dayHtml(part, { now }, locale),
  );
  const content = html`<div class="mh"><div><h1>${name}</h1><p class="sub">${isEmpty ? title : summary(facts, days, locale)}</p></div>${monthNav(facts, '', locale)}</div><div class="stack">${uptimeHtml(facts, locale)}${parts}${
    days.length > 0 ? monthNav(facts, ' e', locale) : null
  }</div>`;
  return reportPage({ title, path: monthPagePath(month), content, isLocal: false }, surroundings);
}

/** '2 incidents, 7 outages and 1 slow period. 18 of 22 days without trouble.' */
function summary({ month, reports, periods, isCut }: MonthFacts, days: readonly MonthDay[], locale: Locale): string {
  const { documents } = locale.texts;
  const { start } = monthSpan(month);
  const began = periods.filter(({ started_at }) => started_at >= start);
  const outages = began.filter(({ isOutage }) => isOutage).length;
  const counts = [
    reports.length > 0 ? documents.monthIncidents({ count: reports.length }) : '',
    outages > 0 ? documents.monthOutages({ count: outages }) : '',
    began.length > outages ? documents.monthSlow({ count: began.length - outages }) : '',
  ].filter((text) => text !== '');
  const calm = documents.monthCalm({ calm: days.filter(troubleFree).length, days: days.length });
  const cut = isCut ? ` ${documents.cutPeriods({ count: periods.length })}` : '';
  return `${counts.length > 0 ? `${nameList(counts, locale)}. ` : ''}${calm}${cut}`;
}

/** Groups consecutive quiet days, newest first. */
function foldQuiet(days: readonly MonthDay[]): (MonthDay | MonthDay[])[] {
  const parts: (MonthDay | MonthDay[])[] = [];
  for (const day of days) {
    const last = parts.at(-1);
    if (!day.isQuiet) parts.push(day);
    else if (Array.isArray(last)) last.push(day);
    else parts.push([day]);
  }
  return parts;
}

function monthNav({ month, now }: MonthFacts, place: string, locale: Locale): Html {
  const later = monthsLater(month, 1);
  const earlier = monthsLater(month, -1);
  const next =
    later > monthOf(now)
      ? html`<span class="btn s" aria-disabled="true">${monthName(later, locale)}${icon('right', 's')}</span>`
      : html`<a class="btn s" href="${monthPagePath(later)}${locale.query}" rel="next">${monthName(later, locale)}${icon('right', 's')}</a>`;
  const label = place === '' ? locale.texts.documents.months : locale.texts.documents.monthsBelow;
  return html`<nav class="mn np${place}" aria-label="${label}"><a class="btn s" href="${monthPagePath(earlier)}${locale.query}" rel="prev">${icon('left', 's')}${monthName(earlier, locale)}</a>${next}</nav>`;
}

interface UptimeRow {
  website: MonthWebsite;
  uptime: number | null;
  /** In percent; null if unknown. */
  coverage: number | null;
  /** Milliseconds. */
  down: number;
}

/** The uptime of each website, lowest first. Null for a month without checks. */
function uptimeHtml(facts: MonthFacts, locale: Locale): Html | null {
  const { documents } = locale.texts;
  const span = monthSpan(facts.month);
  const rows = facts.websites.map((website) => uptimeRow(website, facts)).filter(({ uptime }) => uptime !== null);
  if (rows.length === 0) return null;
  rows.sort(
    (one, other) => Number(one.uptime) - Number(other.uptime) || one.website.name.localeCompare(other.website.name),
  );
  const days = Math.round((span.end - span.start) / dayMs);
  const today = Math.min(days, Math.floor((facts.now - span.start) / dayMs) + 1);
  const labels = [1, 8, 15, 22, 29]
    .filter((day) => day <= days)
    .map((day) => html`<span style="left:${Math.round(((day - 0.5) / days) * 1000) / 10}%">${day}</span>`);
  const soFar =
    facts.now < span.end ? html`<span>${documents.soFarUntil({ day: dayName(facts.now, locale) })}</span>` : null;
  const head = html`<div class="ur hd" aria-hidden="true"><span></span><div class="dx">${labels}</div><span>${documents.downForHead}</span><span>${documents.uptime}</span></div>`;
  const body = rows.map((row) => uptimeRowHtml(row, { ...facts, days, today }, locale));
  return html`<section class="card"><div class="ch"><h2>${documents.uptime}</h2>${soFar}</div><div class="tg">${head}${body}</div>${keyHtml(locale)}</section>`;
}

const dayName = (at: number, { language }: Locale): string =>
  formatUtc(at, { day: 'numeric', month: 'long' }, language);

/** The outages of a website, or its slow periods. */
const spansOf = (website: MonthWebsite, { periods, now }: MonthFacts, isOutage: boolean) =>
  periods
    .filter((period) => period.isOutage === isOutage && period.website_id === website.id)
    .map(({ started_at, ended_at }) => ({ from: started_at, to: ended_at ?? now }));

function uptimeRow(website: MonthWebsite, facts: MonthFacts): UptimeRow {
  const { month, counts_maintenance: counts, disabled, now } = facts;
  const { start, end } = monthSpan(month);
  const sums = [...website.days.values()].reduce(addSums, noSums);
  const window = { from: start, to: Math.min(end, now) };
  return {
    website,
    uptime: uptimeOf(sums, counts),
    coverage: coverageOf(sums, { window, isOpen: now < end, monitors: website.monitors, disabled }),
    down: timeWithin(spansOf(website, facts, true), window),
  };
}

interface ShownDays extends MonthFacts {
  /** Days of the month that have begun. */
  days: number;
  today: number;
}

function uptimeRowHtml({ website, uptime, coverage, down }: UptimeRow, facts: ShownDays, locale: Locale): Html {
  const { documents, pages } = locale.texts;
  const { start } = monthSpan(facts.month);
  const outages = spansOf(website, facts, true);
  const slow = spansOf(website, facts, false);
  const bars = Array.from({ length: facts.today }, (_, index) => {
    const day = start + index * dayMs;
    const span = { from: day, to: Math.min(day + dayMs, facts.now) };
    const sums = website.days.get(day) ?? noSums;
    const { checks, maintenance_checks } = sums;
    const uptime = uptimeOf(sums, facts.counts_maintenance);
    const tone = dayTone({ uptime, checks, maintenance_checks, slow_seconds: timeWithin(slow, span) / 1000 });
    return dayBar(tone, timeWithin(outages, span) / 1000);
  });
  const percent = locale.figures.percent(uptime);
  const duration = down > 0 ? shortDuration(down) : '–';
  const label = documents.monthStrip({ name: website.name, percent, duration: down > 0 ? duration : documents.noTime });
  const strip = stripHtml(bars, { places: facts.days, height: 26, barPx: 8, label });
  const note = hasGaps(coverage)
    ? html` title="${pages.coverage({ percent: locale.figures.percent(coverage) })}"`
    : null;
  return html`<div class="ur"><b class="tr" title="${website.name}"><a href="/status/${website.id}${locale.query}">${website.name}</a></b><div class="st">${strip}</div><span>${duration}</span><span class="pc ${uptimeTone(uptime)}"${note}>${percent}</span></div>`;
}

function keyHtml({ texts: { pages, documents } }: Locale): Html {
  const signs: [Tone | InfoTone, number, string][] = [
    ['up', 0, pages.keyUp],
    ['warn', 3600, pages.keyWarn],
    ['down', 0, pages.keyDown],
    ['info', 0, documents.badgeMaintenance],
    ['none', 0, pages.keyNone],
  ];
  const list = signs.map(([tone, seconds, word]) => {
    const strip = stripHtml([dayBar(tone, seconds)], { places: 1, height: 18, barPx: 5, label: null });
    return html`<li>${strip}${word}</li>`;
  });
  return html`<ul class="kk">${list}</ul>`;
}
