import type { Shown } from '../tui/frame/compose-frame.ts';
import type { LiveState } from '../tui/live/live-data.ts';
import { type FakeData, fakeNow, toDetail, toOverview, toStatistics, toStats, toWebsite } from './fake-data.ts';

const hours = 24;

/** What the screens would have read from such a server; null: nothing yet. The opened website is the one with this id. */
export function shownOf(data: FakeData | null, websiteId = 61): Shown {
  if (!data) return { dashboard: notRead(), alerts: notRead(), status: notRead(), detail: notRead() };
  const website = data.websites.find(({ id }) => id === websiteId) ?? data.websites[0];
  return {
    dashboard: read({
      hours,
      stats: toStats(data),
      websites: data.websites.map((each) => toWebsite(data, each)),
      statistics: new Map(data.websites.map(({ id }) => [id, toStatistics(hours)])),
    }),
    alerts: read({ hours, alerts: data.alerts }),
    status: read(toOverview(data)),
    detail: website ? read({ websiteId: website.id, detail: toDetail(data, website) }) : notRead(),
  };
}

const notRead = <Data>(): LiveState<Data> => ({
  data: null,
  loadedAt: null,
  isLoading: false,
  error: null,
  nextAt: null,
});
const read = <Data>(data: Data): LiveState<Data> => ({
  ...notRead<Data>(),
  data,
  loadedAt: fakeNow,
  nextAt: fakeNow + 60_000,
});
