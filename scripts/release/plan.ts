/** The state that a release verifies first. */
export interface Tree {
  /** From `package.json`. */
  version: string;
  /** Files that are changed or untracked in git. */
  changed: readonly string[];
  tags: readonly string[];
  changelog: string;
  /** Versions with an installation in `lab/fixtures/`. */
  fixtures: readonly string[];
}

const unreleased = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m;

/**
 * The reason why this tree cannot be released with that version, as a sentence that says what to do; null if it can.
 */
export function refusalReason(wanted: string, { version, changed, tags, changelog, fixtures }: Tree): string | null {
  if (!isVersion(wanted)) return `"${wanted}" is no version: npm run release X.Y.Z`;
  if (isAbove(version, wanted)) return `${wanted} is below ${version}, which package.json has: take a higher one`;
  if (tags.includes(`v${wanted}`)) return `The tag v${wanted} is there already: take a higher version`;
  if (fixtures.includes(wanted)) return `lab/fixtures/${wanted} is there already: take a higher version`;
  if (changed.length > 0) return `The tree is not clean (${changed.slice(0, 5).join(', ')}): commit or remove it`;
  const isUnreleased = /^- /m.test(unreleased.exec(changelog)?.[1] ?? '');
  return wanted === version
    ? refusePrepared(wanted, headlines(changelog), isUnreleased)
    : refuseNext(wanted, headlines(changelog), isUnreleased);
}

/** Refuses a version that package.json and CHANGELOG.md already have, but no tag. */
function refusePrepared(wanted: string, sections: readonly string[], isUnreleased: boolean): string | null {
  if (!sections.includes(wanted)) return `CHANGELOG.md has no section ${wanted}: write there what users notice`;
  if (isUnreleased) return `CHANGELOG.md has lines under "## Unreleased": move them to ${wanted}`;
  return null;
}

function refuseNext(wanted: string, sections: readonly string[], isUnreleased: boolean): string | null {
  if (sections.includes(wanted)) return `CHANGELOG.md has ${wanted} already: take a higher version`;
  if (!isUnreleased) return 'CHANGELOG.md says nothing under "## Unreleased": write there what users notice';
  return null;
}

const isVersion = (text: string): boolean => /^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}$/.test(text);
const numbers = (version: string): number[] => version.split('.').map(Number);

function isAbove(one: string, other: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbers(one);
  const [otherMajor = 0, otherMinor = 0, otherPatch = 0] = numbers(other);
  return (major - otherMajor || minor - otherMinor || patch - otherPatch) > 0;
}

const headlines = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (\S+)/gm)].map(([, headline = '']) => headline);

/** Turns the unreleased section into that of a version, unless it has one. `day`: such as `2026-11-23`. */
export const releasedChangelog = (changelog: string, version: string, day: string): string =>
  headlines(changelog).includes(version)
    ? changelog
    : changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} - ${day}\n`);

/** Changes the version in a `package.json` of this repository, including dependencies between its packages. */
export const withVersion = (manifest: string, from: string, to: string): string =>
  manifest
    .replace(`"version": "${from}"`, `"version": "${to}"`)
    .replaceAll(/("@upvigil\/\w+": ")([^"]+)"/g, (whole, name: string, version: string) =>
      version === from ? `${name}${to}"` : whole,
    );

interface LockedPackage {
  version?: string;
  [field: string]: unknown;
}

/** The same for `package-lock.json`, where unrelated packages may have the same version. */
export function lockWithVersion(lock: string, from: string, to: string): string {
  const parsed = JSON.parse(lock) as LockedPackage & { packages: Record<string, LockedPackage> };
  const ownWithVersion = Object.entries(parsed.packages)
    .filter(([place]) => !place.includes('node_modules'))
    .map(([place, each]) => [place, JSON.parse(withVersion(JSON.stringify(each, null, 2), from, to)) as LockedPackage]);
  const packages = { ...parsed.packages, ...Object.fromEntries(ownWithVersion) };
  return `${JSON.stringify({ ...parsed, version: to, packages }, null, 2)}\n`;
}
