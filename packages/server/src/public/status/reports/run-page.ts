import { shortDuration } from '@upvigil/core/format/short-duration';
import { runState } from '@upvigil/core/rules/maintenance-runs';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { minuteMs } from '@upvigil/core/time';
import { bodyHtml } from '../../../alerts/incidents/body-html.ts';
import { monthOf } from '../../../alerts/incidents/month-span.ts';
import { calendarPath } from '../documents/calendar.ts';
import { Html, html, sentenceHtml } from '../documents/html.ts';
import type { Locale } from '../documents/locale.ts';
import { monthPagePath, runCalendarPath, runPagePath } from '../documents/report-paths.ts';
import { monthName, runStateText, type Surroundings } from '../documents/report-text.ts';
import type { PublicRun } from '../view/maintenance-runs.ts';
import { type AffectedService, moreServicesHtml, mostServices } from './affected-services.ts';
import { type IconName, icon } from './page-icons.ts';
import { affectedLine } from './page-names.ts';
import { badgeHtml, bandHtml, railHtml, reportPage } from './page-shell.ts';
import { formatTime, localTime, shapeAfter } from './page-time.ts';
import { axisAround, seenBars, stripHtml } from './service-strips.ts';

/** The content of a maintenance page. */
export interface RunFacts {
  run: PublicRun;
  services: readonly AffectedService[];
  /** Milliseconds since the epoch. */
  now: number;
}

export function runPage({ run, services, now }: RunFacts, surroundings: Surroundings): string {
  const { locale } = surroundings;
  const { documents } = locale.texts;
  const month = monthOf(run.starts_at);
  const names = affectedLine(run.affected, (text) => documents.maintenanceOf({ names: text }), locale);
  const content = html`<h1>${run.title}</h1>${names}<div class="stack">${runBand(run, now, locale)}${windowHtml(run, now, locale)}${aboutHtml(run, services, now, locale)}${railHtml(documents.updates, eventsOf(run, now, locale))}</div>`;
  return reportPage(
    {
      title: `${runStateText(run.state, locale)}: ${run.title}`,
      path: runPagePath(run.id),
      content,
      isLocal: true,
      updatedAt: run.state === 'completed' ? null : now,
      links: [
        {
          icon: 'calendar',
          path: monthPagePath(month),
          text: documents.historyOf({ month: monthName(month, locale) }),
        },
        { icon: 'calendarAdd', path: calendarPath, text: documents.calendarSubscribe },
      ],
    },
    surroundings,
  );
}

/** Smaller differences from the plan are not mentioned. */
const punctualMs = minuteMs;

function runBand({ state, starts_at, ends_at, planned_ends_at }: PublicRun, now: number, locale: Locale): Html {
  const { documents } = locale.texts;
  const planned = shortDuration(planned_ends_at - starts_at);
  if (state === 'scheduled') {
    return bandHtml({
      tone: 'none',
      icon: 'calendar',
      heading: documents.startsIn({ duration: shortDuration(starts_at - now) }),
      detail: html`${documents.planFor({ duration: planned })}`,
      end: null,
    });
  }
  if (state === 'in_progress') {
    const until = sentenceHtml(
      (time = '') => documents.plannedUntil({ time }),
      localTime(ends_at, shapeAfter(ends_at, starts_at), locale),
    );
    const left = documents.timeLeft({ duration: shortDuration(ends_at - now) });
    const total = documents.ofTotal({ duration: shortDuration(ends_at - starts_at) });
    return bandHtml({
      tone: 'info',
      icon: 'wrench',
      heading: runStateText(state, locale),
      detail: html`${until}<span class="small"><br>${left}</span>`,
      end: html`<b>${left}</b>${total}`,
    });
  }
  if (state === 'verifying') {
    const heading = runStateText(state, locale);
    return bandHtml({ tone: 'info', icon: 'wrench', heading, detail: html`${documents.sentenceVerifying}`, end: null });
  }
  const span = sentenceHtml(
    (start = '', end = '') => documents.runSpan({ start, end }),
    localTime(starts_at, 'l', locale),
    localTime(ends_at, shapeAfter(ends_at, starts_at), locale),
  );
  const used = shortDuration(ends_at - starts_at);
  return bandHtml({
    tone: 'up',
    icon: 'check',
    heading: completedHeading(ends_at - planned_ends_at, locale),
    detail: span,
    end: html`<b>${used}</b>${documents.ofPlanned({ duration: planned })}`,
  });
}

function completedHeading(apart: number, locale: Locale): string {
  const { documents } = locale.texts;
  const duration = shortDuration(Math.abs(apart));
  if (apart <= -punctualMs) return documents.completedEarly({ duration });
  return apart >= punctualMs ? documents.completedLate({ duration }) : documents.runCompleted;
}

/** The window in the visitor's zone, in UTC, and as a bar of its used part. */
function windowHtml(run: PublicRun, now: number, locale: Locale): Html {
  const { documents } = locale.texts;
  const { starts_at, ends_at, planned_ends_at, state } = run;
  const isOver = state === 'completed' || state === 'verifying';
  const last = Math.max(planned_ends_at, ends_at);
  const shape = shapeAfter(last, starts_at);
  const used = Math.min(now, ends_at);
  const place = Math.round(Math.min(1, Math.max(0, (used - starts_at) / (last - starts_at))) * 1000) / 10;
  const hours = sentenceHtml(
    (start = '', end = '') => documents.runSpan({ start, end }),
    localTime(starts_at, 't', locale),
    localTime(last, shape, locale),
  );
  const inUtc = documents.runSpan({
    start: formatTime(starts_at, 't', locale),
    end: `${formatTime(last, shape, locale)} UTC`,
  });
  const length = isOver ? documents.planned : shortDuration(last - starts_at);
  const isMarked = state !== 'scheduled' && used < last;
  const word = isOver ? localTime(ends_at, 't', locale) : html`${documents.now}`;
  const marked = isMarked
    ? html`<span class="m" style="left:${place}%"></span>${place > 8 && place < 92 ? html`<span class="ml" style="left:${place}%">${word}</span>` : null}`
    : null;
  const label = documents.runPassed({
    passed: shortDuration(Math.max(0, used - starts_at)),
    total: shortDuration(last - starts_at),
  });
  const add = isOver
    ? null
    : html`<a class="btn np${state === 'scheduled' ? ' p' : ''}" href="${runCalendarPath(run.id)}${locale.query}" download>${icon('calendarAdd')}${documents.addToCalendar}</a>`;
  return html`<div class="card win"><div><div class="k">${localTime(starts_at, 'w', locale)}</div><div class="v">${hours}</div><div class="hint">${length}, ${inUtc}</div></div><div class="pt"><div class="b" role="img" aria-label="${label}"><i style="width:${state === 'scheduled' ? 0 : place}%"></i></div>${marked}<div class="l">${localTime(starts_at, 't', locale)}${localTime(last, 't', locale)}</div></div>${add}</div>`;
}

const proseHtml = (body: string): Html | null =>
  body.trim() === '' ? null : html`<div class="prose">${new Html(bodyHtml(body))}</div>`;

/** What to expect, or the result that was written after the end, next to the check results. */
function aboutHtml(run: PublicRun, services: readonly AffectedService[], now: number, locale: Locale): Html {
  const { documents } = locale.texts;
  const result = run.updates.find(({ created_at }) => created_at >= run.ends_at);
  const text = proseHtml(result?.body ?? run.body);
  const title = result ? documents.result : documents.whatToExpect;
  const expected = text && html`<section class="card"><h2>${title}</h2>${text}</section>`;
  if (services.length === 0) return html`${expected}`;
  const list = services.slice(0, mostServices).map((service) => serviceHtml(service, run, now, locale));
  return html`<div class="tw">${expected}<section class="card"><h2>${documents.affectedServices}</h2><ul class="sl">${list}</ul>${moreServicesHtml(services, locale)}</section></div>`;
}

function serviceHtml(
  { name, website_id, badges, seen }: AffectedService,
  run: PublicRun,
  now: number,
  locale: Locale,
): Html {
  const { starts_at, ends_at, state } = run;
  const [from, to] = state === 'scheduled' ? [now - 48 * minuteMs, now] : [starts_at, Math.min(ends_at, now)];
  const axis = axisAround({ from, to }, now);
  const strip = stripHtml(seenBars(axis, seen), { places: axis.bars, height: 24, barPx: 3, label: null });
  return html`<li><b class="tr" title="${name}"><a href="/status/${website_id}${locale.query}">${name}</a></b><div class="st">${strip}</div><span>${badges.slice(-1).map((badge) => badgeHtml(badge))}</span></li>`;
}

interface RunEvent {
  at: number;
  state: PublicRun['state'];
  about: string | null;
  body: string;
}

const eventIcons: Record<PublicRun['state'], IconName> = {
  scheduled: 'bell',
  in_progress: 'wrench',
  verifying: 'eye',
  completed: 'check',
};
const eventTones: Record<PublicRun['state'], Tone | InfoTone | null> = {
  scheduled: null,
  in_progress: 'info',
  verifying: 'info',
  completed: 'up',
};

/** Planned, started and ended, newest first. */
function eventsOf(run: PublicRun, now: number, locale: Locale) {
  const { documents } = locale.texts;
  const { starts_at, ends_at, planned_ends_at, created_at } = run;
  const events: RunEvent[] = [];
  if (created_at < starts_at) events.push({ at: created_at, state: 'scheduled', about: null, body: '' });
  if (starts_at <= now) events.push({ at: starts_at, state: 'in_progress', about: documents.onTime, body: '' });
  if (ends_at <= now)
    events.push({ at: ends_at, state: 'completed', about: punctuality(ends_at - planned_ends_at, locale), body: '' });
  for (const { created_at: at, body } of run.updates) {
    events.push({ at, state: runState(run, at), about: null, body });
  }
  events.sort((one, other) => other.at - one.at);
  return events.map(({ at, state, about, body }, index) => ({
    time: localTime(at, shapeAfter(at, starts_at), locale),
    about,
    icon: eventIcons[state],
    tone: index === 0 ? eventTones[state] : null,
    title: runStateText(state, locale),
    body: proseHtml(body),
  }));
}

function punctuality(apart: number, locale: Locale): string {
  const { documents } = locale.texts;
  const duration = shortDuration(Math.abs(apart));
  if (apart <= -punctualMs) return documents.early({ duration });
  return apart >= punctualMs ? documents.late({ duration }) : documents.onTime;
}
