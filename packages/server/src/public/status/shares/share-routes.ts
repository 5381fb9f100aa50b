import { RequestError } from '@upvigil/core/contract/errors';
import { languageOf } from '@upvigil/core/contract/names/languages';
import type { SharedWebsite } from '@upvigil/core/contract/shares';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../../../access/client-network.ts';
import { createLoginThrottle } from '../../../access/login-throttle.ts';
import { sharePath } from '../../../access/share-links/link-text.ts';
import type { ShareLinks } from '../../../access/share-links/share-links.ts';
import { serveEndpoints } from '../../../api/http/serve-endpoints.ts';
import type { WebApp } from '../../../api/http/web-app.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../storage/database.ts';
import { appPage } from '../documents/app-page.ts';
import { websiteHeadline } from '../documents/headline.ts';
import { html } from '../documents/html.ts';
import { type Locale, localeFor } from '../documents/locale.ts';
import { statusDetail } from '../documents/status-json.ts';
import { askedLanguage } from '../ready-requests.ts';
import type { PublicSnapshot } from '../snapshot.ts';
import type { PublicWebsite } from '../view/public-view.ts';
import { createShareHistory } from './share-history.ts';
import { sharedWebsite } from './shared-website.ts';

interface ShareDeps {
  db: Database;
  clock: Clock;
  snapshot: Pick<PublicSnapshot, 'website' | 'language' | 'isRead'>;
  shareLinks: Pick<ShareLinks, 'open' | 'read' | 'viewed'>;
  webApp: Pick<WebApp, 'publicHtml'>;
}

interface Opened {
  website: PublicWebsite;
  brand: string;
  data: SharedWebsite;
}

interface Asked {
  link: string;
  days: number;
  /** Whether to count the request as a view. */
  isNew: boolean;
  locale: Locale;
}

/** No caching, no referrer, no search index. */
const secretHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

/** Shared data for programs, and the shared page. */
export function createShareSide({ db, clock, snapshot, shareLinks, webApp }: ShareDeps) {
  const historyOf = createShareHistory(db, clock);
  // Every request counts, not only those with wrong links.
  const throttle = createLoginThrottle(limits.shareLink.viewsPerMinute, clock.monotonic);

  /** Null for any invalid link. @throws RequestError `tooMany`, or `unavailable` at the start */
  const open = async (asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<Opened | null> => {
    const named = await shareLinks.read(asked.link);
    const seconds = throttle.attempt(`${clientNetwork(request.ip)} ${named?.id ?? 'forged'}`);
    if (seconds !== null) {
      reply.header('retry-after', seconds);
      throw new RequestError('tooMany', accessMessages.shareLink.tooManyViews);
    }
    const shared = await shareLinks.open(asked.link);
    if (shared === null) return null;
    if (!snapshot.isRead()) throw new RequestError('unavailable', 'The status is being read: try again in a second');
    const found = await snapshot.website(shared.website_id);
    // After a restore the id may belong to another website.
    if (found?.website.created_at !== shared.website_created_at) return null;
    const { days, locale } = asked;
    const { website, details, view } = found;
    const history = await historyOf(website, days);
    shareLinks.viewed(shared.link_id, asked.isNew);
    const detail = statusDetail(view, website, details);
    const data = sharedWebsite({ website, detail }, { expires_at: shared.expires_at, days, history, locale });
    return { website, brand: view.brand, data };
  };

  return {
    api(api: FastifyInstance): void {
      serveEndpoints(api, 'shares', {
        async get({ params: { link }, query: { days, again, lang }, raw, reply }) {
          reply.headers(secretHeaders);
          // Scripts name a language or get English, so this never depends on the browser.
          const locale = localeFor(languageOf(lang ?? '') ?? 'en', 'en');
          const opened = await open({ link, days, isNew: again !== 'true', locale }, raw, reply);
          if (opened === null) throw new RequestError('notFound', accessMessages.shareLink.dead);
          return opened.data;
        },
      });
    },
    page(root: FastifyInstance): void {
      root.get(`${sharePath}*`, async (request, reply) => {
        const { setting, language } = snapshot.language(askedLanguage(request.url, request.headers));
        const locale = localeFor(language, setting);
        reply.headers({ ...secretHeaders, 'content-language': language, vary: 'Accept-Language' });
        const link = (request.params as { '*': string })['*'];
        const opened = await open({ link, days: defaults.shareDays, isNew: true, locale }, request, reply);
        reply.type('text/html; charset=utf-8');
        if (opened === null) return reply.code(404).send(deadShareHtml(webApp.publicHtml, locale));
        return reply.send(sharedHtml(webApp.publicHtml, opened, { link, data: opened.data }, locale));
      });
    },
  };
}

/** No search index and no referrer. */
const secretHead = html`<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">`;

/** `/share/{link}`: the app's document with the shared data, so that the first paint needs no request. */
function sharedHtml(
  document: string,
  { website, brand }: { website: PublicWebsite; brand: string },
  { link, data }: { link: string; data: SharedWebsite },
  locale: Locale,
): string {
  const { tone, sentence } = websiteHeadline(website, locale);
  const rows = data.services.map(
    ({ name, uptime_24h }) => html`<li>${name}: ${locale.figures.percent(uptime_24h)}</li>`,
  );
  return appPage(document, locale, {
    title: `${data.name}: ${sentence} · ${brand}`,
    tone,
    head: secretHead,
    embedded: { kind: 'share', link, data },
    fallback: html`<h1>${data.name}</h1><p>${sentence}</p><ul>${rows}</ul>`,
  });
}

/** The same for a forged, expired or revoked link. */
const deadShareHtml = (document: string, locale: Locale): string =>
  appPage(document, locale, {
    head: secretHead,
    embedded: { kind: 'share', link: null },
    fallback: html`${locale.texts.documents.notFound}`,
  });
