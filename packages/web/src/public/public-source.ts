import type { PublishedIncident } from '@upvigil/core/contract/incidents';
import { apiPrefix, newsVersionHeader, publicPaths } from '@upvigil/core/contract/names/paths';
import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { PublicMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { pageLanguage, withLanguage } from '../language/page-language.ts';

/** The data, and its version; empty where the server has none. */
interface PublicAnswer<T> {
  data: T;
  news: string;
}

/** The source of a public page. `accept` returns null for data of another form. */
export interface PublicSource<T> {
  /** Its URL, which also identifies the source. */
  address: string;
  /** Read after the first, so that it is not older; the second argument of `accept`. */
  secondAddress?: string;
  /** Data from the server in the page for the first paint, if any. */
  embedded: () => PublicAnswer<T> | null;
  accept: (answer: unknown, second?: unknown) => T | null;
  /** Whether a change of this website shows here. */
  concerns: (websiteId: number) => boolean;
}

/** How far an open incident is; its texts are left to its page. */
export type OpenIncident = Pick<PublishedIncident, 'id' | 'title' | 'status' | 'started_at'> & {
  updates: readonly Pick<PublishedIncident['updates'][number], 'display_at'>[];
};

/** Every website, with published incidents and maintenance. */
interface Overview {
  items: StatusOverviewItem[];
  incidents: readonly OpenIncident[];
  maintenances: readonly PublicMaintenance[];
}

/** Every website. */
export const overviewSource: PublicSource<StatusOverviewItem[]> = {
  address: apiPrefix + publicPaths.overview,
  embedded: () => embeddedAnswer(readEmbedded('overview'), acceptOverview),
  accept: acceptOverview,
  concerns: () => true,
};

/** One website, with published incidents and maintenance. */
export const statusSource: PublicSource<Overview> = {
  ...overviewSource,
  secondAddress: apiPrefix + publicPaths.page,
  embedded: () => {
    const embedded = readEmbedded('overview');
    return embeddedAnswer(embedded, (data) => acceptStatus(data, embedded));
  },
  accept: acceptStatus,
};

/** The source of one website. The id comes from the address, so it may be any text. */
export function detailSource(id: string): PublicSource<StatusDetail> {
  const address = apiPrefix + publicPaths.detail.replace(':websiteId', encodeURIComponent(id));
  const language = pageLanguage();
  return {
    address: language === 'en' ? address : withLanguage(address, language),
    embedded: () => {
      const embedded = readEmbedded('detail');
      return String(embedded?.id) === id ? embeddedAnswer(embedded, acceptDetail) : null;
    },
    accept: acceptDetail,
    concerns: (websiteId) => String(websiteId) === id,
  };
}

/** Reads a source. Rejects when there is no good answer. */
export async function readPublic<T>(source: PublicSource<T>, signal: AbortSignal): Promise<PublicAnswer<T>> {
  const [answer, news] = await readJson(source.address, signal);
  const [second] = source.secondAddress === undefined ? [] : await readJson(source.secondAddress, signal);
  const data = source.accept(answer, second);
  if (data === null) throw new Error('No good answer');
  return { data, news };
}

/** An answer, and the version of the news in it. */
async function readJson(address: string, signal: AbortSignal): Promise<[answer: unknown, news: string]> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`No good answer: HTTP ${response.status}`);
  return [await response.json(), response.headers.get(newsVersionHeader) ?? ''];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOr = <T>(value: readonly T[] | undefined): T[] => (Array.isArray(value) ? value : []);

/** Day strips and times become empty where the server does not send them. */
function acceptOverview(answer: unknown): StatusOverviewItem[] | null {
  if (!Array.isArray(answer) || !answer.every(isRecord)) return null;
  return (answer as unknown as StatusOverviewItem[]).map((item) => ({
    ...item,
    daily_uptime: listOr(item.daily_uptime),
  }));
}

/** No incidents where the server does not send them. */
function acceptStatus(answer: unknown, page: unknown): Overview | null {
  const items = acceptOverview(answer);
  const { incidents, maintenances } = (isRecord(page) ? page : {}) as Partial<Overview>;
  return items && { items, incidents: listOr(incidents), maintenances: listOr(maintenances) };
}

function acceptDetail(answer: unknown): StatusDetail | null {
  if (!isRecord(answer) || !isRecord(answer.website)) return null;
  const detail = answer as unknown as StatusDetail;
  return {
    ...detail,
    urls: listOr(detail.urls).map(withLists),
    network_monitors: listOr(detail.network_monitors).map(withLists),
    recent_incidents: listOr(detail.recent_incidents),
    incidents: listOr(detail.incidents),
    maintenances: listOr(detail.maintenances),
  };
}

const withLists = <T extends StatusDetail['urls'][number] | StatusDetail['network_monitors'][number]>(entry: T): T => ({
  ...entry,
  response_times: listOr(entry.response_times),
  daily_uptime: listOr(entry.daily_uptime),
});

function embeddedAnswer<T>(
  embedded: Record<string, unknown> | null,
  accept: PublicSource<T>['accept'],
): PublicAnswer<T> | null {
  const data = accept(embedded?.data);
  return data === null ? null : { data, news: String(embedded?.news ?? '') };
}

const embeddedId = 'public-status';

/** Removes the data that came with the page, so that a page that is opened later does not use it again. */
export const dropEmbedded = (): void => document.getElementById(embeddedId)?.remove();

/** `<script type="application/json" id="public-status">`: the public data as it was when the page was sent. */
function readEmbedded(kind: 'overview' | 'detail'): Record<string, unknown> | null {
  const text = document.getElementById(embeddedId)?.textContent;
  if (!text) return null;
  try {
    const embedded: unknown = JSON.parse(text);
    return isRecord(embedded) && embedded.kind === kind ? embedded : null;
  } catch {
    return null;
  }
}
