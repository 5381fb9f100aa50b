import { limits } from '@upvigil/core/limits';
import { fakeDashboard } from '@upvigil/core/testing/fake-dashboard';
import { fakeStatistics, fakeStatusDetail, fakeStatusOverview, fakeWebsite } from '@upvigil/core/testing/fake-figures';
import { monitorListHandlers } from '@upvigil/core/testing/fake-monitor-list';
import { withMaintained } from '@upvigil/core/testing/fake-shown-maintenance';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { lastOutage, outagesInMaintenance, problemsNow } from '../status/problems-now.ts';
import type { LiveState } from '../tui/live/live-data.ts';
import { faultsOf } from '../tui/live/load-faults.ts';
import { noProblemData } from '../tui/live/load-problems.ts';
import type { Shown } from '../tui/live/sources.ts';
import { fakeNow } from './installations.ts';

const hours = 24;

/** The data that the screens read from an installation; null: not read yet. `websiteId`: the opened website. */
export function shownOf(state: FakeState | null, websiteId = 61): Shown {
  if (!state)
    return {
      dashboard: notRead(),
      alerts: notRead(),
      status: notRead(),
      monitors: notRead(),
      detail: notRead(),
      notices: notRead(),
    };
  const website = state.websites.find(({ id }) => id === websiteId) ?? state.websites[0];
  return {
    dashboard: read({
      hours,
      stats: fakeDashboard(state),
      problems: {
        ...noProblemData,
        now: problemsNow({ stats: fakeDashboard(state), urls: urlsOf(state), alerts: state.alerts }),
        inMaintenance: outagesInMaintenance({ stats: fakeDashboard(state), urls: urlsOf(state) }),
        lastOutage: lastOutage(state.alerts),
      },
      websites: state.websites.map((each) => fakeWebsite(state, each)),
      statistics: new Map(state.websites.map(({ id }) => [id, fakeStatistics(state, id, { hours })])),
    }),
    alerts: read({ hours, alerts: state.alerts, open: [] }),
    status: read(fakeStatusOverview(state)),
    monitors: read(listedMonitors(state)),
    notices: read(state.notices),
    detail: website ? read(detailOf(state, website)) : notRead(),
  };
}

const listedMonitors = (state: FakeState) =>
  monitorListHandlers(state).list({ token: null, query: { sort: 'problems', limit: limits.listLimit.max } });

const urlsOf = (state: FakeState) => state.urls.map((url) => withMaintained(state, url));

const detailOf = (state: FakeState, website: FakeState['websites'][number]) => ({
  websiteId: website.id,
  detail: fakeStatusDetail(state, website),
  faults: faultsOf(state.urls, state.monitors),
});

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
