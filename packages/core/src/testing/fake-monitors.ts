import { changePage } from '../contract/check-options/change-page.ts';
import { defaultRequest } from '../contract/check-options/default-options.ts';
import { mergeRequest } from '../contract/check-options/request.ts';
import { maskRequest } from '../contract/check-options/request-secrets.ts';
import { RequestError } from '../contract/errors.ts';
import { changeOptions, cloneOptions } from '../contract/monitor-kinds/change-options.ts';
import { maskOptions } from '../contract/monitor-kinds/option-secrets.ts';
import { networkMonitorKinds } from '../contract/monitor-kinds/registry.ts';
import { hostProblem, type NetworkMonitorInput, portProblem } from '../contract/network-monitors.ts';
import { shownAddress } from '../contract/secrets/shown-address.ts';
import { type FoundUrl, mostFoundUrls, type TestedPage, type UrlMonitor } from '../contract/urls.ts';
import { formatResponseTime } from '../format/response-time.ts';
import { isSlowCheck } from '../status/url-state.ts';
import { windowOfQuery } from '../time-ranges.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { fakeLatencyHistory, fakeNetworkStats, fakePhaseHistory, fakeSummary } from './fake-figures.ts';
import { find, given, inWindow, refusedField, refusedFields, remove } from './fake-rows.ts';
import { withMaintained } from './fake-shown-maintenance.ts';
import { type FakeState, minutesAgo } from './fake-state.ts';
import { addMonitor, addNetworkCheck, addUrl, addUrlCheck, neverChecked } from './fake-watched.ts';

/** URLs, network monitors and their checks. A triggered check repeats the previous result. */
export const monitorHandlers = (state: FakeState): Pick<FakeHandlers, 'urls' | 'networkMonitors' | 'checks'> => ({
  urls: urlHandlers(state),
  networkMonitors: networkHandlers(state),
  checks: {
    listByUrl: ({ params, query }) => {
      const { id } = find(state.urls, params.urlId, 'URL');
      const isInWindow = inWindow(state, query);
      return state.urlChecks
        .filter((check) => check.url_id === id && isInWindow(check.checked_at))
        .slice(0, query.limit);
    },
    historyByUrl: ({ params, query }) => {
      const { id, response_time_threshold } = find(state.urls, params.urlId, 'URL');
      return fakeLatencyHistory(
        state.urlChecks.filter((check) => check.url_id === id),
        windowOfQuery(query, state.now()),
        response_time_threshold,
      );
    },
    summaryByUrl: ({ params, query }) => {
      const { id, response_time_threshold } = find(state.urls, params.urlId, 'URL');
      return fakeSummary(
        state.urlChecks.filter((check) => check.url_id === id),
        windowOfQuery(query, state.now()),
        response_time_threshold,
      );
    },
    phasesByUrl: ({ params }) => {
      const { id } = find(state.urls, params.urlId, 'URL');
      return fakePhaseHistory(
        state,
        state.urlChecks.filter((check) => check.url_id === id),
      );
    },
    get: ({ params }) => findCheck(state, params.checkId),
    remove: ({ params }) => {
      state.urlChecks.splice(state.urlChecks.indexOf(findCheck(state, params.checkId)), 1);
      return null;
    },
    removeByUrl: ({ params }) => {
      const { id } = find(state.urls, params.urlId, 'URL');
      const kept = state.urlChecks.filter((check) => check.url_id !== id);
      const deleted = state.urlChecks.length - kept.length;
      state.urlChecks = kept;
      return { deleted };
    },
  },
});

function findCheck({ urlChecks }: FakeState, id: number) {
  const found = urlChecks.find((check) => check.id === id);
  if (!found) throw new RequestError('notFound', `There is no check ${id} of a URL`);
  return found;
}

/** Copies a check with the current time and a new id. */
const again = <C extends { id: number }>(state: FakeState, last: C | null) => {
  const { id: _id, ...same } = last ?? { id: 0 };
  return { ...same, checked_at: minutesAgo(0, state.now) };
};

function testedPage(address: string): TestedPage {
  const { protocol, host } = new URL(address);
  return {
    title: 'Example Shop',
    certificate: protocol === 'https:' ? { issuer: "Let's Encrypt R11", days_left: 61 } : null,
    redirects: { count: 0, from: host, to: host },
  };
}

const urlHandlers = (state: FakeState): FakeHandlers['urls'] => ({
  listByWebsite: ({ params }) => {
    const { id } = find(state.websites, params.websiteId, 'website');
    return state.urls.filter((url) => url.website_id === id).map((url) => shownUrl(state, url));
  },
  search: ({ query }) => {
    const wanted = query.text.toLowerCase();
    const holds = ({ label, url }: FoundUrl) => [label, url].some((shown) => shown?.toLowerCase().includes(wanted));
    const found = state.urls.toSorted(byProblemAndAddress).map((url) => foundUrl(state, url));
    return found.filter(holds).slice(0, mostFoundUrls);
  },
  get: ({ params }) => shownUrl(state, find(state.urls, params.urlId, 'URL')),
  create: ({ params, body: { clone, ...body } }) => {
    const { id } = find(state.websites, params.websiteId, 'website');
    if (clone === null) return shownUrl(state, addUrl(state, id, body));
    const { page, problems } = changePage(find(state.urls, clone.of, 'URL'), { ...body, request: clone.request });
    if (problems.length > 0) throw refusedFields(problems);
    return shownUrl(state, addUrl(state, id, { ...body, url: page.url, request: page.request }));
  },
  update: ({ params, body }) => {
    const url = find(state.urls, params.urlId, 'URL');
    const { page, problems } = changePage(url, body);
    const isOther = page.url !== url.url;
    if (problems.length > 0) throw refusedFields(problems);
    return shownUrl(state, Object.assign(url, page, isOther ? { ...neverChecked, newest_screenshot: null } : {}));
  },
  test: ({ body: { url_id, ...body } }) => {
    const nothingStored = { ...body, url: new URL(body.url).origin, request: defaultRequest };
    const before = url_id === undefined ? nothingStored : find(state.urls, url_id, 'URL');
    const { problems } = changePage(before, { ...body, request: mergeRequest(defaultRequest, body.request) });
    if (problems.length > 0) throw refusedFields(problems);
    return {
      success: true,
      message: 'HTTP 200, answered in 420 ms',
      status_code: 200,
      response_time: 0.42,
      phases: { dns: 0.02, connect: 0.04, tls: 0.06, first_byte: 0.25, transfer: 0.05 },
      assertions: body.assertions.map((assertion) => ({ ...assertion, ok: true, actual: null })),
      tls_failed: false,
      page: testedPage(body.url),
    };
  },
  remove: ({ params }) => {
    remove(state.urls, params.urlId, 'URL');
    return null;
  },
  check: ({ params }) => {
    const url = find(state.urls, params.urlId, 'URL');
    return addUrlCheck(state, url, again(state, url.last_check));
  },
});

/** A URL without its secrets, as in answers. */
const maskedUrl = (url: UrlMonitor): UrlMonitor => ({
  ...url,
  url: shownAddress(url.url, 'settings'),
  request: maskRequest(url.request),
});

const shownUrl = (state: FakeState, url: UrlMonitor): UrlMonitor => withMaintained(state, maskedUrl(url));

const isProblem = ({ enabled, last_check, response_time_threshold }: UrlMonitor): boolean =>
  enabled && last_check !== null && (!last_check.is_up || isSlowCheck(last_check, response_time_threshold));

const byProblemAndAddress = (a: UrlMonitor, b: UrlMonitor): number =>
  Number(isProblem(b)) - Number(isProblem(a)) || Number(a.url > b.url) - Number(a.url < b.url);

function foundUrl(
  state: FakeState,
  { id, website_id, label, url, enabled, last_check, ...rest }: UrlMonitor,
): FoundUrl {
  const seen = last_check ? (last_check.is_up ? 'up' : 'down') : 'unknown';
  return {
    id,
    website_id,
    enabled,
    website_name: find(state.websites, website_id, 'website').name,
    label,
    url: shownAddress(url, 'public'),
    status: enabled ? seen : 'disabled',
    response_time_threshold: rest.response_time_threshold,
    recent_checks: rest.recent_checks ?? neverChecked.recent_checks,
  };
}

const maskedOptions = ({ monitor_type, options }: Pick<NetworkMonitorInput, 'monitor_type' | 'options'>) =>
  options && maskOptions(networkMonitorKinds[monitor_type].options, options);

const networkHandlers = (state: FakeState): FakeHandlers['networkMonitors'] => {
  const monitorOf = (params: { monitorId: number }) => find(state.monitors, params.monitorId, 'network monitor');
  return {
    listByWebsite: ({ params, query }) => {
      const { id } = find(state.websites, params.websiteId, 'website');
      return state.monitors
        .filter((each) => each.website_id === id && (each.enabled || !query.enabled_only))
        .map((each) => withMaintained(state, each));
    },
    get: ({ params }) => withMaintained(state, monitorOf(params)),
    create: ({ params, body: { clone, ...body } }) => {
      const { id } = find(state.websites, params.websiteId, 'website');
      if (clone !== null) {
        const { options, problems } = cloneOptions(monitorOf({ monitorId: clone.of }), body, clone.options);
        if (problems.length > 0) throw refusedFields([...problems]);
        body.options = options;
      }
      const port = networkMonitorKinds[body.monitor_type].port === 'none' ? null : body.port;
      return addMonitor(state, id, { ...body, port, options: maskedOptions(body) });
    },
    update: ({ params, body }) => {
      const monitor = monitorOf(params);
      const changed = { ...monitor, ...given(body) };
      if (networkMonitorKinds[changed.monitor_type].port === 'none') changed.port = null;
      const withoutHost = hostProblem(changed);
      if (withoutHost !== null) throw refusedField('host', withoutHost);
      const withoutPort = portProblem(changed);
      if (withoutPort !== null) throw refusedField('port', withoutPort);
      const { options, problems } = changeOptions(monitor, changed, body.options);
      const [problem] = problems;
      if (problem) throw refusedField(problem.field, problem.message);
      return Object.assign(monitor, { ...changed, options: maskedOptions({ ...changed, options }) });
    },
    remove: ({ params }) => {
      remove(state.monitors, params.monitorId, 'network monitor');
      return null;
    },
    test: ({ body }) => ({
      success: true,
      message: `Connection successful, answered in ${formatResponseTime(body.monitor_type, 0.012)}`,
    }),
    checks: ({ params, query }) => {
      const { id } = monitorOf(params);
      return state.networkChecks.filter((check) => check.network_monitor_id === id).slice(0, query.limit);
    },
    alerts: ({ params, query }) => {
      const { id } = monitorOf(params);
      return state.alerts.filter((alert) => alert.network_monitor_id === id).slice(0, query.limit);
    },
    phases: ({ params }) => {
      const { id } = monitorOf(params);
      return fakePhaseHistory(
        state,
        state.networkChecks.filter((check) => check.network_monitor_id === id),
      );
    },
    stats: ({ params, query }) => fakeNetworkStats(state, monitorOf(params), windowOfQuery(query, state.now())),
    check: ({ params }) => {
      const monitor = monitorOf(params);
      return addNetworkCheck(state, monitor, again(state, monitor.last_check));
    },
  };
};
