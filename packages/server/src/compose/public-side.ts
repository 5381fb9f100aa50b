import { createEventStreams, type EventStreams } from '../api/http/connections/event-streams.ts';
import { pageForm, readWebApp, type WebApp } from '../api/http/web-app.ts';
import { webFolder } from '../product-files.ts';
import { createPublicSnapshot, type PublicSnapshot } from '../public/status/snapshot.ts';
import { readPublicBrand } from '../storage/settings/branding-store.ts';
import { countsMaintenance } from '../storage/settings/general-settings-store.ts';
import { publicPagesSettings } from '../storage/settings/public-pages-store.ts';
import type { Service, Shared } from './process-context.ts';

/** Each stream takes a socket and some kilobytes. Further viewers poll instead. */
const maxPublicStreams = 2000;

/** Everything that is visible without signing in. */
export interface PublicSide extends Service {
  webApp: WebApp;
  snapshot: PublicSnapshot;
  events: EventStreams;
}

export function composePublicSide({ storage, clock, log, changes, presence, publicUrl }: Shared): PublicSide {
  const webApp = readWebApp(webFolder);
  const snapshot = createPublicSnapshot({
    db: storage.db,
    clock,
    changes,
    publicUrl,
    presentSince: presence.since,
    readSettings: async () => ({
      ...(await readPublicBrand(storage.db)),
      language: (await publicPagesSettings.read(storage.db)).public_language,
      counts_maintenance: await countsMaintenance(storage.db),
    }),
    html: webApp.publicHtml,
    htmlForm: pageForm(webApp.inlineScripts),
    onError: (error) => log.error({ err: error }, 'the public status could not be read; retried later'),
  });
  const events = createEventStreams({ maxStreams: maxPublicStreams, version: snapshot.news.version });
  snapshot.onNews((ids) => {
    for (const id of ids) events.send(id);
  });
  return {
    webApp,
    snapshot,
    events,
    start: () => snapshot.start(),
    async stop() {
      events.close();
      await snapshot.stop();
    },
  };
}
