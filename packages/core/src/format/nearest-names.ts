import leven from 'leven';

/** Maximum part of its letters in which a name may differ from a similar one. */
const tolerance = 0.4;
const longestName = 200;
/** Almost every name contains a single letter. */
const shortestTyped = 2;

/** The names most similar to a typed one, at most `most`: names that contain it, and names with few other letters. */
export function nearestNames(typed: string, names: readonly string[], most: number): string[] {
  const wanted = typed.trim().toLowerCase().slice(0, longestName);
  if (wanted.length < shortestTyped) return [];
  const maxDistance = Math.ceil(wanted.length * tolerance);
  const distanceTo = (name: string): number => {
    const text = name.toLowerCase().slice(0, longestName);
    return text.includes(wanted) ? 0 : leven(wanted, text, { maxDistance: maxDistance + 1 });
  };
  return [...new Set(names)]
    .map((name) => ({ name, distance: distanceTo(name) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name }) => name);
}
