/** Paths that need no token, below the API prefix: in a file of their own, so that the public pages ask without the schemas. */
export const publicPaths = {
  overview: '/public/status',
  detail: '/public/status/:websiteId',
  events: '/public/events',
  branding: '/branding/',
} as const;
