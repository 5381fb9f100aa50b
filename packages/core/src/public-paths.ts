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
