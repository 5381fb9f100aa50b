import { type Language, languages } from '@upvigil/core/languages/languages';
import { messages } from '@upvigil/core/messages';
import { notAsExpected } from '@upvigil/core/public-causes';
import { describe, expect, it } from 'vitest';
import {
  type PublicAlertFacts,
  publicEndOf,
  publicMessageOf,
  publicSentence,
  saidOfAlert,
} from '../../../alerts/decide/alert-sentences.ts';
import { toldPages } from '../../pages/told-pages.ts';
import { nastyName, publicIncident, publicState, publicWebsite } from '../testing/public-states.ts';
import { createDocuments } from './document-cache.ts';
import { atomFeed, rssFeed } from './feeds.ts';
import { putWebsite, putWholePage } from './public-documents.ts';
import { localSentence } from './speech/local-sentence.ts';
import { speechIn } from './speech/speech.ts';

const html = '<!doctype html><html lang="en"><head><title>x</title></head><body><noscript>x</noscript></body></html>';
const material = (language: Language | 'auto') => ({
  ...{ state: publicState({ incidents: [publicIncident()] }), figures: new Map(), now: Date.now(), language, html },
  htmlForm: { contentType: 'text/html; charset=utf-8' },
  ...{ pages: toldPages, affectedBy: () => ({ websites: [], services: [] }) },
});

describe('a document in several languages', () => {
  const documents = createDocuments();
  putWholePage(documents, material('en'));
  putWebsite(documents, publicWebsite().id, publicWebsite, material('en'));
  it.each(['/status', '/status/1', 'text:/status', '/history.atom', '/history.rss', '/badge/1/status.svg'])(
    '%s has a tag of its own in each, so that none is taken for another',
    (path) => {
      const answers = languages.map((language) => documents.find(path, language)?.identity);
      expect(new Set(answers.map((answer) => answer?.etag)).size).toBe(languages.length);
      for (const [index, answer] of answers.entries()) {
        expect(answer?.headers.join(' ')).toContain(`Content-Language ${languages[index]}`);
      }
    },
  );

  it.each(['/api/public/status', '/api/v2/summary.json'])('%s has identifiers for words: the same in all', (path) => {
    const [first, ...others] = languages.map((language) => documents.find(path, language));
    for (const other of others) expect(other).toBe(first);
  });

  it('tells caches when the browser decides, from the moment of the setting on', () => {
    const varyOf = () => String(documents.find('/status')?.identity.headers);
    expect(varyOf()).not.toContain('Accept-Language');
    putWholePage(documents, material('auto'));
    expect(varyOf()).toContain('Accept, User-Agent, Accept-Language');
  });
});

const facts: PublicAlertFacts = {
  ...{ alert_type: 'DOWN', problem: 'outage', cause: 'timed out after 6.5 s while connecting', created_at: 3_600_000 },
  ...{ kind: 'URL', name: null, target: 'https://shop.example.com/', port: null },
  ...{ website_name: 'Shop', problem_since: null, public_message: null },
};
const variants: PublicAlertFacts[] = (['outage', 'slow', 'metadata'] as const).flatMap((problem) => [
  { ...facts, problem },
  { ...facts, problem, alert_type: 'RECOVERED' },
  { ...facts, problem, alert_type: 'RECOVERED', problem_since: 0 },
]);
const search = publicMessageOf('metadata', 'page forbids indexing: meta robots "noindex"', undefined);
const ofSearch: PublicAlertFacts = {
  ...facts,
  problem: 'metadata',
  alert_type: 'RECOVERED',
  public_message: publicEndOf(search),
};
variants.push(
  { ...facts, public_message: publicMessageOf('outage', 'body lacks "x"', notAsExpected) },
  { ...ofSearch, alert_type: 'METADATA_MISSING', public_message: search },
  ofSearch,
  { ...ofSearch, problem_since: 0 },
);
const sentenceIn = (language: Language, alert: PublicAlertFacts) =>
  localSentence({ alert_type: alert.alert_type, said: saidOfAlert(alert) }, speechIn(language, 'en'));

describe('the sentence of an alert', () => {
  it('is in English what it always was', () => {
    for (const alert of variants) expect(sentenceIn('en', alert)).toBe(publicSentence(alert));
  });

  it('names its cause and its figures in the language of the page', () => {
    expect(sentenceIn('de', facts)).toBe(
      'Shop: https://shop.example.com/ ist ausgefallen: Zeitüberschreitung nach 6,5 s (beim Verbinden)',
    );
  });

  it.each(languages.map((language) => [language]))('in %s begins with its target, which the page finds', (language) => {
    const { verbs } = speechIn(language, 'en').words.detail;
    for (const alert of variants) {
      expect(sentenceIn(language, alert).replace(new RegExp(` (${verbs}) .*$`, 's'), '')).toBe(
        saidOfAlert(alert).target,
      );
    }
  });
});

it.each(languages.map((language) => [language]))('feeds in %s escape what people wrote', (language) => {
  const said = { ...publicIncident().said, target: nastyName };
  const state = publicState({ brand: nastyName, incidents: [publicIncident({ title: nastyName, said })] });
  for (const feed of [atomFeed, rssFeed]) {
    const xml = feed(state, speechIn(language, 'en'));
    expect(xml).not.toContain('<b>');
    expect(xml).not.toContain('\u0007');
    expect(xml).toContain(language);
  }
});

it('English says no description as everywhere else', () => {
  expect(speechIn('en', 'en').words.pages.noDescription).toBe(messages.empty.description);
});
