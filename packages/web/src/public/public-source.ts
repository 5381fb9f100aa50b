import type { PublishedIncident } from '@upvigil/core/contract/incidents';
import { apiPrefix, newsVersionHeader, publicPaths } from '@upvigil/core/contract/names/paths';
import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { PublicMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { pageLanguage, withLanguage } from '../language/page-language.ts';

/** Data with its version; the version is empty if the server sends none. */
interface PublicAnswer<T> {
  data: T;
  news: string;
}

/** Source of a public page's data. `accept` returns null for an unexpected format. */
export interface PublicSource<T> {
  /** URL, which also identifies the source. */
  address: string;
  /** Loaded after the first URL, so that it is not older. Second argument of `accept`. */
  secondAddress?: string;
  /** Data in the document for the first paint, if any. */
  embedded: () => PublicAnswer<T> | null;
  accept: (answer: unknown, second?: unknown) => T | null;
  /** Whether a change of this website affects the data. */
  concerns: (websiteId: number) => boolean;
}

/** An open incident without the texts of its updates, which are on its own page. */
export type OpenIncident = Pick<PublishedIncident, 'id' | 'title' | 'status' | 'impact' | 'summary' | 'started_at'> & {
  updates: readonly Pick<PublishedIncident['updates'][number], 'display_at' | 'status'>[];
};

/** All websites with published incidents and maintenance. */
interface Overview {
  items: StatusOverviewItem[];
  incidents: readonly OpenIncident[];
  maintenances: readonly PublicMaintenance[];
}

export const overviewSource: PublicSource<StatusOverviewItem[]> = {
  address: apiPrefix + publicPaths.overview,
  embedded: () => embeddedAnswer(readEmbedded('overview'), acceptOverview),
  accept: acceptOverview,
  concerns: () => true,
};

export const statusSource: PublicSource<Overview> = {
  ...overviewSource,
  secondAddress: apiPrefix + publicPaths.page,
  embedded: () => {
    const embedded = readEmbedded('overview');
    return embeddedAnswer(embedded, (data) => acceptStatus(data, embedded));
  },
  accept: acceptStatus,
};

/** Source of one website. The id comes from the address, so it may be any text. */
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

/** Rejects without a valid response. */
export async function readPublic<T>(source: PublicSource<T>, signal: AbortSignal): Promise<PublicAnswer<T>> {
  const [answer, news] = await readJson(source.address, signal);
  const [second] = source.secondAddress === undefined ? [] : await readJson(source.secondAddress, signal);
  const data = source.accept(answer, second);
  if (data === null) throw new Error('No good answer');
  return { data, news };
}

/** Response body and its version. */
async function readJson(address: string, signal: AbortSignal): Promise<[answer: unknown, news: string]> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`No good answer: HTTP ${response.status}`);
  return [await response.json(), response.headers.get(newsVersionHeader) ?? ''];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOr = <T>(value: readonly T[] | undefined): T[] => (Array.isArray(value) ? value : []);

/** Missing day strips and times become empty. */
function acceptOverview(answer: unknown): StatusOverviewItem[] | null {
  if (!Array.isArray(answer) || !answer.every(isRecord)) return null;
  return (answer as unknown as StatusOverviewItem[]).map((item) => ({
    ...item,
    daily_uptime: listOr(item.daily_uptime),
  }));
}

/** Missing incidents become an empty list. */
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

/** Removes the data in the document, so that the next page does not use it. */
export const dropEmbedded = (): void => document.getElementById(embeddedId)?.remove();

/** `<script type="application/json" id="public-status">`: public data from the time when the document was sent. */
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
