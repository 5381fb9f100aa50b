/**
 * Options that differ from the stored ones. An edit sends only these, so that it does not overwrite concurrent changes
 * of others.
 */
export function changedOptions<Options extends object>(
  options: Options,
  stored: { readonly [Name in keyof Options]?: unknown },
): Partial<Options> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(stored[name as keyof Options]);
  return Object.fromEntries(Object.entries(options).filter(isChanged)) as Partial<Options>;
}
