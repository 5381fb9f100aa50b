import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { linkPaths } from '../../alerts/notify/link-tokens.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { readBrandText } from '../../storage/settings/branding-store.ts';
import { acknowledgeByLink, confirmByLink, showAcknowledgement, showDrill } from './link-pages.ts';
import { type LinkPage, pageHtml, secretPageHeaders } from './page-shell.ts';

export interface LinkRouteDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  changes: Pick<ChangeFeed, 'publish'>;
}

/**
 * The pages of links in messages. GET changes nothing, because mail scanners and chat programs follow every link;
 * POST does what the page says, once. The token alone authorises the request: there is no session that another site
 * could use.
 */
export function linkRoutes(root: FastifyInstance, { db, clock, changes }: LinkRouteDeps): void {
  const answer = async (reply: FastifyReply, page: LinkPage): Promise<FastifyReply> => {
    reply.headers(secretPageHeaders);
    if (page === null) return reply.code(404).send(missing);
    // The page is sent even when the brand cannot be read.
    const brand = await readBrandText(db).catch(() => null);
    return reply.send(pageHtml({ ...page, brand }));
  };
  const links = [
    { path: linkPaths.acknowledge, show: showAcknowledgement, use: acknowledgeByLink },
    { path: linkPaths.drill, show: showDrill, use: confirmByLink },
  ];

  root.register(async (pages) => {
    acceptAnyBody(pages);
    pages.setErrorHandler((error, request, reply) => answerTrouble(error, request, reply));
    for (const { path, show, use } of links) {
      pages.get(`${path}*`, async (request, reply) => answer(reply, await show(db, tokenOf(request), clock.now())));
      pages.post(`${path}*`, async (request, reply) => {
        const page = await use(db, tokenOf(request), clock.now());
        if (page !== null) changes.publish({ is_structural: true, has_deliveries: true });
        return answer(reply, page);
      });
    }
  });
}

const tokenOf = ({ params }: FastifyRequest): string => (params as { '*': string })['*'];

/** The same for unknown, used and expired links. */
const missing = pageHtml({
  heading: 'This link does not work',
  brand: null,
  before: ['It has been used, is older than seven days, or is not valid.'],
});

const trouble = pageHtml({
  heading: 'The page could not be loaded',
  brand: null,
  before: ['Nothing was changed. Please try again in a minute.'],
});

/** Limit of an ignored body, in bytes. */
const bodyLimitBytes = 4096;

/** The form has no fields; a body that a program sends is ignored. */
function acceptAnyBody(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, _body, done) =>
    done(null, null),
  );
}

function answerTrouble(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number };
  reply.headers(secretPageHeaders);
  if (statusCode < 500) return reply.code(statusCode).send(trouble);
  request.log.error({ err: error }, 'the page of a message link could not be served');
  return reply.code(503).send(trouble);
}
