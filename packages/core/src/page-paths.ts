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
