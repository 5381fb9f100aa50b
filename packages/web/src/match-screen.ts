/** Screen for a path, with the id from the path; undefined if there is none. */
export function matchScreen<S extends { path: string }>(
  among: readonly S[],
  pathname: string,
): { screen: S; websiteId: string; link: string } | undefined {
  for (const one of among) {
    const pattern = one.path === '*' ? '.*' : one.path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}/?$`).exec(pathname);
    if (match) return { screen: one, websiteId: match.groups?.websiteId ?? '', link: match.groups?.link ?? '' };
  }
  return undefined;
}
