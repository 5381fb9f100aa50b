import type { FastifyInstance } from 'fastify';
import { editMonitor, requireMonitor, requireMonitorExists } from '../../checks/monitors/monitor-store.ts';
import { requireWebsiteExists } from '../../checks/monitors/website-store.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { checkNewUrl } from './changed-url.ts';
import { findUrls } from './find-urls.ts';
import { removeMonitor } from './remove-monitor.ts';
import type { RouteDeps } from './route-deps.ts';
import { testAnswer, testedUrl } from './test-url.ts';
import { clonedUrl, insertUrl, listUrls, readUrl, urlEdit } from './urls-store.ts';
import { urlCheckAnswer } from './wire-checks.ts';

export function urlRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { db, secrets, clock, changes, watch } = deps;
  const publish = (website_id: number): void => changes.publish({ website_ids: [website_id], is_structural: true });
  serveEndpoints(app, 'urls', {
    async listByWebsite({ params: { websiteId } }) {
      await requireWebsiteExists(db, websiteId);
      return listUrls(deps, websiteId, clock.now());
    },
    search: ({ query }) => findUrls(db, query.text),
    get: ({ params }) => readUrl(deps, params.urlId, clock.now()),
    async create({ params: { websiteId }, body: { clone, ...given }, change }) {
      await requireWebsiteExists(db, websiteId);
      const body = clone === null ? given : await clonedUrl(deps, given, clone);
      checkNewUrl(body);
      const id = await change(
        (trx) => insertUrl(trx, secrets, { website_id: websiteId, ...body }, clock.now()),
        (made) => ({ id: made }),
      );
      await watch.changed([id]);
      publish(websiteId);
      return readUrl(deps, id, clock.now());
    },
    async update({ params: { urlId }, body, change }) {
      await change((trx) => editMonitor(trx, 'url', urlId, clock.now(), (row) => urlEdit(row, body, trx, secrets)));
      await watch.changed([urlId]);
      const changed = await readUrl(deps, urlId, clock.now());
      publish(changed.website_id);
      return changed;
    },
    async remove({ params: { urlId }, change }) {
      const { monitor } = await requireMonitor(db, 'url', urlId);
      return removeMonitor(deps, monitor, change);
    },
    async test({ body }) {
      const { target, timeout } = await testedUrl(deps, body);
      return testAnswer(await watch.test(target, timeout));
    },
    async check({ params: { urlId } }) {
      await requireMonitorExists(db, 'url', urlId);
      return urlCheckAnswer(await watch.checkNow(urlId));
    },
  });
}
