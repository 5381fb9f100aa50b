import type { ApiClient } from '@upvigil/core/client/api-client';
import { type DemoService, demoJobs, demoWebsites, type Story } from './demo-company.ts';
import type { DemoTargets } from './demo-targets.ts';

const kinds = {
  database: 'TCP_PORT',
  cache: 'REDIS',
  gateway: 'TCP_PORT',
  closed: 'TCP_PORT',
  mailbox: 'IMAP',
  loopback: 'ICMP_PING',
  disk: 'COMMAND',
  'mail-queue': 'COMMAND',
} as const satisfies Record<DemoService['target'], string>;

/** Creates the websites, URLs and network monitors of the demo. Returns the history of each monitor by its id. */
export async function enterCompany(
  api: ApiClient,
  targets: DemoTargets,
): Promise<{ stories: Map<number, Story>; websiteIds: number[] }> {
  const stories = new Map<number, Story>();
  const websiteIds: number[] = [];
  for (const { name, description, tags: ofAll, pages, services } of demoWebsites) {
    const tags = [...ofAll];
    const { id: websiteId } = await api.websites.create({ body: { name, description } });
    websiteIds.push(websiteId);
    const params = { websiteId };
    for (const page of pages) {
      const request = page.certificate ? { ca: targets.authority, server_name: page.certificate.host } : {};
      const body = { ...page.watched, label: page.title, url: targets.urlOf(page), request, tags };
      const { id } = await api.urls.create({ params, body });
      stories.set(id, page);
    }
    const ids = new Map<string, number>();
    for (const service of services) {
      const parent_id = ids.get(service.parent ?? '') ?? null;
      const body = { name: service.name, monitor_type: kinds[service.target], check_interval: 60, parent_id, tags };
      const { id } = await api.networkMonitors.create({ params, body: { ...body, ...targets.addressOf(service) } });
      ids.set(service.name, id);
      stories.set(id, service);
    }
    for (const { website, name: jobName, key, period, grace, max_runtime } of demoJobs) {
      const body = { name: jobName, key, period, grace, max_runtime, tags };
      if (website === name) await api.heartbeats.create({ params, body });
    }
  }
  return { stories, websiteIds };
}

/** Deletes what an earlier run created. */
export async function removeCompany(api: ApiClient): Promise<void> {
  const descriptions = new Set<string | null>(demoWebsites.map(({ description }) => description));
  for (const { id, description } of await api.websites.list()) {
    if (descriptions.has(description)) await api.websites.remove({ params: { websiteId: id } });
  }
}
