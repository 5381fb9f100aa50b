import { type CertificateWatch, createCertificateWatch } from '../alerts/expiry/certificates/certificate-watch.ts';
import { createDomainWatch } from '../alerts/expiry/domains/domain-watch.ts';
import { createRegistries } from '../alerts/expiry/domains/registries.ts';
import { type Channels, rulesOf } from '../alerts/notify/channels/registry.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import type { Service, Shared } from './process-context.ts';

/** Expiry of certificates and domains. */
export interface Expiring extends Service {
  certificates: Pick<CertificateWatch, 'note' | 'drop'>;
}

export function composeExpiring({ config, storage, clock, changes, log }: Shared, notifying: Channels): Expiring {
  const common = { db: storage.db, clock, changes, log, channels: rulesOf(notifying) };
  const certificates = createCertificateWatch(common);
  const { rdapBootstrapUrl: bootstrapUrl, rdapServers: servers } = config;
  const registries = createRegistries({ dialer: createDialer(), now: clock.now, bootstrapUrl, servers });
  const domains = createDomainWatch({ ...common, registries });
  return {
    certificates,
    async start() {
      if (config.role === 'web') return;
      certificates.start();
      domains.start();
    },
    stop: async () => void (await Promise.all([certificates.stop(), domains.stop()])),
  };
}
