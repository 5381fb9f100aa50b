/** Prefix of every path of the contract. In its own file, so that pages can build addresses without the schemas. */
export const apiPrefix = '/api';

/** The API reference, relative to the prefix. */
export const apiDocsPath = '/docs';

/** Paths of the web app, in the router's syntax. The server answers 404 to every other one. */
export const pagePaths = [
  '/login',
  '/',
  '/websites',
  '/websites/:websiteId',
  '/alerts',
  '/alerts/incidents',
  '/alerts/incidents/:incidentId',
  '/alerts/maintenance',
  '/certificates',
  '/settings',
  '/backup',
  '/device',
  '/invite',
] as const;

/** Tabs of kinds that do not belong to the tab of network monitors. */
const tabs: Readonly<Record<string, string>> = { URL: '', HEARTBEAT: 'tab=heartbeats&' };

/** The page of a monitor's website with the monitor opened. `kind`: null for any other than a URL, if it is not known. */
export const monitorPath = (websiteId: number, kind: string | null, monitorId: number): string =>
  `/websites/${websiteId}?${tabs[kind ?? ''] ?? 'tab=network&'}open=${monitorId}`;

/** `path`: without the query. Accepts a trailing slash and any letter case, as the router does. */
export function isPagePath(path: string): boolean {
  const parts = partsOf(path.toLowerCase());
  return pagePaths.some((page) => {
    const wanted = partsOf(page.toLowerCase());
    return (
      wanted.length === parts.length && wanted.every((part, at) => part === parts[at] || isFilled(part, parts[at]))
    );
  });
}

const partsOf = (path: string): string[] => path.replace(/^\/|\/+$/g, '').split('/');

const isFilled = (part: string, given: string | undefined): boolean => part.startsWith(':') && given !== '';

/**
 * Paths without authentication, relative to the API prefix. In their own file, so that public pages can send requests
 * without the schemas.
 */
export const publicPaths = {
  overview: '/public/status',
  detail: '/public/status/:websiteId',
  events: '/public/events',
  page: '/public/page',
  incidents: '/public/incidents',
  incident: '/public/incidents/:incidentId',
  share: '/public/shares/:link',
  branding: '/branding/',
} as const;

/**
 * Where a browser begins and ends the provider's sign-in, relative to the API prefix. The browser opens them as pages.
 */
export const oidcPaths = { start: '/auth/oidc/start', callback: '/auth/oidc/callback' } as const;

/** Whole paths of the addresses of heartbeats, which the key follows: those of Healthchecks and of Uptime Kuma. */
export const heartbeatPaths = { ping: '/ping/', push: `${apiPrefix}/push/` } as const;

/** Version of the state in a public answer, to be sent as `last_event_id` of the event stream. */
export const newsVersionHeader = 'News-Version';
