import type { FakeState } from '@upvigil/core/testing/fake-state';
import {
  addAlert,
  addMonitor,
  addNetworkCheck,
  addUrl,
  addUrlCheck,
  addWebsite,
} from '@upvigil/core/testing/fake-watched';

/** Two websites with URLs that are up, slow and down, services that are up, down and disabled, and six alerts. */
export function shopAndDocs(state: FakeState): void {
  const shop = addWebsite(state, { name: 'Shop', description: 'Cart and payment' });
  const docs = addWebsite(state, { name: 'Docs' });
  const cart = addUrl(state, shop.id, { url: 'https://shop.example.org/cart', uptime_24h: 93.21 });
  addUrlCheck(state, cart, { status_code: null });
  addUrlCheck(state, cart, { status_code: 503 });
  addUrlCheck(state, addUrl(state, shop.id, { uptime_24h: 100 }), { response_time: 7 });
  addUrlCheck(state, addUrl(state, docs.id, { uptime_24h: 100 }), { response_time: 0.3 });
  const edge = addMonitor(state, shop.id, { name: 'Edge TLS', host: 'edge.example.org', port: 443, uptime_24h: 93.1 });
  addNetworkCheck(state, edge, { is_up: false, response_time: null });
  const router = addMonitor(state, docs.id, {
    name: 'Router',
    monitor_type: 'ICMP_PING',
    host: '10.0.0.1',
    port: null,
    uptime_24h: 99.99,
  });
  addNetworkCheck(state, router, { response_time: 0.0214 });
  addMonitor(state, docs.id, { name: 'Lab', enabled: false });
  for (let index = 1; index <= 6; index += 1) addAlert(state, shop, { message: `Alert number ${index}` });
}
