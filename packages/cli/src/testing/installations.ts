import type { Alert } from '@upvigil/core/contract/alerts';
import type { NetworkCheck, UrlCheck } from '@upvigil/core/contract/checks';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { emptyState, type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import {
  addAlert,
  addMonitor,
  addNetworkCheck,
  addUrl,
  addUrlCheck,
  addWebsite,
  deliveryOf,
} from '@upvigil/core/testing/fake-watched';

/** 2026-11-20T18:24:00Z, the current time of the example installations. */
export const fakeNow = Date.UTC(2026, 10, 20, 18, 24, 0);

export const noWebsites = (): FakeState => emptyState(() => fakeNow);

/** Websites with one URL each, and a service for every second one: more than fits on a screen. */
export function manyWebsites(count: number): FakeState {
  const state = noWebsites();
  for (let id = 1; id <= count; id += 1) {
    addWebsite(state, { id, name: `Website ${String(id).padStart(2, '0')}`, description: `Number ${id}` });
    checkedUrl(state, id, { id });
    if (id % 2 === 0) checkedMonitor(state, id, { id });
  }
  return state;
}

type Given<Row> = Partial<Row> & { id: number };

/** Adds a checked URL, which is up by default. */
export function checkedUrl(state: FakeState, websiteId: number, given: Given<UrlMonitor>, check?: Partial<UrlCheck>) {
  const url = `https://site${websiteId}.example.org/page${given.id}`;
  addUrlCheck(state, addUrl(state, websiteId, { url, uptime_24h: 99.98, ...given }), check);
}

/** Adds a checked network monitor, which is up by default. */
export function checkedMonitor(
  state: FakeState,
  websiteId: number,
  given: Given<NetworkMonitor>,
  check?: Partial<NetworkCheck>,
) {
  const target = { name: `Service ${given.id}`, host: `host${given.id}.example.org`, port: 443, uptime_24h: 99.9 };
  addNetworkCheck(state, addMonitor(state, websiteId, { ...target, ...given }), { response_time: 0.0214, ...check });
}

/** Adds an alert, newer than the others, that was sent by email and not by SMS. */
export function addNotifiedAlert(state: FakeState, given: Given<Alert>): void {
  const sent_at = minutesAgo(3, state.now);
  addAlert(
    state,
    { id: 1, name: 'Checkout' },
    {
      message: 'Checkout is down: status code 503',
      created_at: minutesAgo(4, state.now),
      email_sent: true,
      sent_at,
      url_id: 1,
      deliveries: [
        deliveryOf({ recipient: 'ops@example.org', sent_at }),
        deliveryOf({ channel: 'sms', status: 'suppressed', reason: 'SMS is switched off', attempts: 0 }),
      ],
      ...given,
    },
  );
}
