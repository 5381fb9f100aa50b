/** What can be found: by its name, or by what stands beside it. */
interface Named {
  name: string;
  hint: string;
}

const plain = (text: string): string => text.toLowerCase();

/** All that hold every word of the search; first those whose name begins with it, then those whose name holds it. Of equals the order stays. */
export function findNamed<T extends Named>(all: readonly T[], search: string): T[] {
  const wanted = plain(search.trim());
  if (wanted === '') return [...all];
  const words = wanted.split(/\s+/);
  const ranks: T[][] = [[], [], []];
  for (const one of all) {
    const name = plain(one.name);
    const text = `${name} ${plain(one.hint)}`;
    if (!words.every((word) => text.includes(word))) continue;
    ranks[name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2]?.push(one);
  }
  return ranks.flat();
}
