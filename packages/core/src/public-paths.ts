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

/** Header of the public answers: after which news they were made, for `last_event_id` of the event stream. */
export const newsVersionHeader = 'News-Version';
