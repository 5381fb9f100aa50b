/** Much faster than `localeCompare`, which is noticeable with thousands of names. */
const collator = new Intl.Collator(undefined, { numeric: true });

/** Order of names for people: 'node 2' before 'node 10'. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
