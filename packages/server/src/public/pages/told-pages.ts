import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { bodyHtml } from '../../alerts/incidents/body-html.ts';
import { monthOf, monthsLater } from '../../alerts/incidents/month-span.ts';
import type { ToldIncident, ToldUpdate } from '../status/told/told-incident.ts';
import {
  incidentPagePath,
  monthPagePath,
  type ToldMonth,
  type ToldPages,
  type ToldSurroundings,
  type ToldView,
} from '../status/told/told-pages.ts';
import { impactWords, monthName, statusWords } from '../status/told/told-words.ts';
import { pageStyleHash } from './page-shell.ts';
import { runPage } from './run-page.ts';
import { affectedHtml, link, page, sentenceHtml, timeHtml } from './told-page-parts.ts';

/** The pages of an incident and of a month: whole documents that need no script, in each language of the public pages. */
export const toldPages: ToldPages = {
  incident: incidentPage,
  month: monthPage,
  maintenance: runPage,
  missing: (kind, surroundings) => {
    const { noIncident, noMonth } = surroundings.speech.words.documents;
    return page({ heading: kind === 'incident' ? noIncident : noMonth, path: null, content: '' }, surroundings);
  },
  form: {
    contentType: 'text/html; charset=utf-8',
    headers: [
      'Content-Security-Policy',
      `default-src 'none'; style-src ${pageStyleHash}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
      ...['Referrer-Policy', 'same-origin', 'X-Content-Type-Options', 'nosniff'],
    ],
  },
};

function incidentPage(view: ToldView, surroundings: ToldSurroundings): string {
  const { told } = view;
  const { speech } = surroundings;
  const content = [
    factsHtml(told, surroundings),
    affectedHtml(view.affected, surroundings),
    ...told.updates.map((update) => updateHtml(update, surroundings)),
    link(monthPagePath(monthOf(told.started_at)), monthTitle(monthOf(told.started_at), surroundings), speech.query),
  ].join('');
  return page({ heading: told.title, path: incidentPagePath(told.id), content }, surroundings);
}

function monthPage({ month, views, now }: ToldMonth, surroundings: ToldSurroundings): string {
  const { documents } = surroundings.speech.words;
  const earlier = monthsLater(month, -1);
  const later = monthsLater(month, 1);
  const cards = views.map((view) => {
    const path = `${incidentPagePath(view.told.id)}${surroundings.speech.query}`;
    const [newest] = view.told.updates;
    return [
      `<h2><a href="${path}">${escapeHtml(view.told.title)}</a></h2>`,
      factsHtml(view.told, surroundings),
      affectedHtml(view.affected, surroundings),
      newest ? bodyHtml(newest.body) : '',
    ].join('');
  });
  const empty = `<p>${escapeHtml(documents.monthEmpty({ month: monthName(month, surroundings.speech) }))}</p>`;
  const others = [earlier, ...(later > monthOf(now) ? [] : [later])].map((other) =>
    link(monthPagePath(other), monthName(other, surroundings.speech), surroundings.speech.query),
  );
  const content = `${views.length === 0 ? empty : cards.join('')}<nav>${others.join('')}</nav>`;
  return page({ heading: monthTitle(month, surroundings), path: monthPagePath(month), content }, surroundings);
}

const monthTitle = (month: string, { speech }: ToldSurroundings): string =>
  speech.words.documents.monthTitle({ month: monthName(month, speech) });

/** Its status and impact, when it began, and how long it took. */
function factsHtml(told: ToldIncident, { speech }: ToldSurroundings): string {
  const { documents } = speech.words;
  const { started_at, resolved_at } = told;
  const state =
    resolved_at === null
      ? documents.ongoing
      : documents.resolvedAfter({
          duration: speech.figures.duration(Math.max(0, resolved_at - started_at) / 1000),
        });
  const words = [statusWords(told.status, speech), impactWords(told.impact, speech)].map(escapeHtml).join(' · ');
  const began = sentenceHtml((time = '') => documents.began({ time }), timeHtml(started_at, speech));
  return `<p><strong>${words}</strong></p><p class="muted">${began} · ${escapeHtml(state)}</p>`;
}

function updateHtml({ status, body, display_at, edited_at }: ToldUpdate, { speech }: ToldSurroundings): string {
  const edited =
    edited_at === null
      ? ''
      : ` · <span class="muted">${sentenceHtml((time = '') => speech.words.documents.edited({ time }), timeHtml(edited_at, speech))}</span>`;
  return `<section><h2>${escapeHtml(statusWords(status, speech))}</h2><p>${timeHtml(display_at, speech)}${edited}</p>${bodyHtml(body)}</section>`;
}
