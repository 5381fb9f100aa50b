import { type Language, languages } from '@upvigil/core/contract/names/languages';
import { notAsExpected } from '@upvigil/core/languages/public-causes';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type PublicAlertFacts,
  publicEndOf,
  publicMessageOf,
  publicSentence,
  publicSentenceParts,
} from '../../../alerts/decide/alert-sentences.ts';
import { createReadyDocuments } from '../ready-documents.ts';
import { alertIncident, nastyName, publicView } from '../testing/public-states.ts';
import { createDocumentTable } from './document-table.ts';
import { atomFeed, rssFeed } from './feeds.ts';
import { localeFor, localSentence } from './locale.ts';

const html = '<!doctype html><html lang="en"><head><title>x</title></head><body><noscript>x</noscript></body></html>';
const details = new Map([[1, { now: 0, figures: new Map(), disabled: new Map(), outages: () => [] }]]);
const viewIn = (language: Language | 'auto') => publicView({ incidents: [alertIncident()], language, details });

describe('a document in several languages', () => {
  const htmlForm = { contentType: 'text/html; charset=utf-8' };
  const documents = createReadyDocuments(createDocumentTable({ html, htmlForm }));
  beforeAll(() => documents.show(viewIn('en'), () => true));

  it.each(['/status', '/status/1', 'text:/status', '/history.atom', '/history.rss', '/badge/1/status.svg'])(
    '%s has a different ETag in each, so that caches do not mix them',
    (path) => {
      const answers = languages.map((language) => documents.find(path, language)?.identity);
      expect(new Set(answers.map((answer) => answer?.etag)).size).toBe(languages.length);
      for (const [index, answer] of answers.entries()) {
        expect(answer?.headers.join(' ')).toContain(`Content-Language ${languages[index]}`);
      }
    },
  );

  it.each(['/api/public/status', '/api/v2/summary.json'])('%s has identifiers only and is the same in all', (path) => {
    const [first, ...others] = languages.map((language) => documents.find(path, language));
    for (const other of others) expect(other).toBe(first);
  });

  it('sends Vary when the browser chooses the language, as soon as the setting is saved', async () => {
    const varyOf = () => String(documents.find('/status', 'en')?.identity.headers);
    expect(varyOf()).not.toContain('Accept-Language');
    await documents.show(viewIn('auto'), () => true);
    expect(varyOf()).toContain('Accept, User-Agent, Accept-Language');
  });
});

const facts: PublicAlertFacts = {
  alert_type: 'DOWN',
  problem: 'outage',
  cause: 'timed out after 6.5 s while connecting',
  created_at: 3_600_000,
  kind: 'URL',
  name: null,
  target: 'https://shop.example.com/',
  port: null,
  website_name: 'Shop',
  problem_since: null,
  public_message: null,
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
  localSentence({ alert_type: alert.alert_type, facts: publicSentenceParts(alert) }, localeFor(language, 'en'));

describe('the sentence of an alert', () => {
  it('is unchanged in English', () => {
    for (const alert of variants) expect(sentenceIn('en', alert)).toBe(publicSentence(alert));
  });

  it('names its cause and its figures in the language of the page', () => {
    expect(sentenceIn('de', facts)).toBe(
      'Shop: https://shop.example.com/ ist ausgefallen: Zeitüberschreitung nach 6,5 s (beim Verbinden)',
    );
  });

  it.each(languages.map((language) => [language]))(
    'in %s starts with its target, which the page detects',
    (language) => {
      const { verbs } = localeFor(language, 'en').texts.detail;
      for (const alert of variants) {
        expect(sentenceIn(language, alert).replace(new RegExp(` (${verbs}) .*$`, 's'), '')).toBe(
          publicSentenceParts(alert).target,
        );
      }
    },
  );
});

it.each(languages.map((language) => [language]))('feeds in %s escape what people wrote', (language) => {
  const said = { ...alertIncident().facts, target: nastyName };
  const view = publicView({ brand: nastyName, incidents: [alertIncident({ title: nastyName, facts: said })] });
  for (const feed of [atomFeed, rssFeed]) {
    const xml = feed(view, localeFor(language, 'en'));
    expect(xml).not.toContain('<b>');
    expect(xml).not.toContain('\u0007');
    expect(xml).toContain(language);
  }
});
