/**
 * What an edit sends of the options of a check: those that differ from what is stored. So a form in which nobody touched
 * them leaves them alone, whatever else changed them meanwhile.
 */
export function changedOptions<Options extends object>(
  options: Options,
  stored: { readonly [Name in keyof Options]?: unknown },
): Partial<Options> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(stored[name as keyof Options]);
  return Object.fromEntries(Object.entries(options).filter(isChanged)) as Partial<Options>;
}
