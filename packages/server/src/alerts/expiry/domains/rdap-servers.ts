import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { z } from 'zod';
import type { RdapServer } from '../../../base/config/rdap-servers-schema.ts';

/** RFC 9224, section 4: lists of suffixes, each with the addresses of their servers. */
const bootstrapSchema = z.object({ services: z.array(z.unknown()) });
const serviceSchema = z.tuple([z.array(z.string()), z.array(z.string())]).rest(z.unknown());

/** The servers of a bootstrap document; prefers https if a suffix has several. @throws when the document is invalid */
export function readBootstrap(text: string): RdapServer[] {
  const { services } = bootstrapSchema.parse(JSON.parse(text.replace(/^\uFEFF/, '')));
  return services.flatMap((service) => {
    const { success, data } = serviceSchema.safeParse(service);
    if (!success) return [];
    const [suffixes, urls] = data;
    const usable = urls.filter((url) => /^https?:\/\//i.test(url) && canParseUrl(url));
    const url = usable.find((each) => each.startsWith('https:')) ?? usable[0];
    if (url === undefined) return [];
    const base = url.endsWith('/') ? url : `${url}/`;
    return suffixes.map((suffix) => ({ suffix: suffix.toLowerCase(), url: base }));
  });
}

/** The server of a name: that of the longest suffix; of two equally long ones the first. Null: its registry has none. */
export function serverOf(name: string, servers: readonly RdapServer[]): string | null {
  let best: RdapServer | null = null;
  for (const server of servers) {
    const fits = name === server.suffix || name.endsWith(`.${server.suffix}`);
    if (fits && server.suffix.length > (best?.suffix.length ?? -1)) best = server;
  }
  return best?.url ?? null;
}
