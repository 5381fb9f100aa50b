/** The prefix of every path of the contract. In a file of its own, so that pages can make addresses without the schemas. */
export const apiPrefix = '/api';

/** The paths of the web app behind its router, in the router's form. The server answers 404 to every other one. */
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

/** `path`: as a browser sends it, without its query. As the router, takes a slash at the end and letters of any case. */
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

/** Paths that need no token, below the API prefix: in a file of their own, so that the public pages ask without the schemas. */
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

/** Where a browser begins to sign in with the provider, below the API prefix. It goes there and comes back as pages, not as calls. */
export const oidcPaths = { start: '/auth/oidc/start', callback: '/auth/oidc/callback' } as const;

/** Header of the public answers: after which news they were made, for `last_event_id` of the event stream. */
export const newsVersionHeader = 'News-Version';
