import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { type Finding, nothingThere, quoted } from '@upvigil/core/texts/assertions';
import { createMetaTagReader, type MetaTag } from '../../meta-tags.ts';

/** Indexing instructions of a page for search engines. */
export interface SearchMarks {
  /** Contents of `<meta>` named robots or googlebot. */
  robots: string[];
  /** Addresses of `<link rel="canonical">` as written. */
  canonical: string[];
}

const robotNames = new Set(['robots', 'googlebot']);

/** Reads the instructions anywhere in a page. */
export function readSearchMarks(html: string): SearchMarks {
  const marks: SearchMarks = { robots: [], canonical: [] };
  const onMeta = ({ name = '', content = '' }: MetaTag): void => {
    if (robotNames.has(name.trim().toLowerCase())) marks.robots.push(content);
  };
  const onLink = ({ rel = '', href = '' }: MetaTag): void => {
    if (rel.toLowerCase().split(/\s+/).includes('canonical')) marks.canonical.push(href.trim());
  };
  createMetaTagReader(onMeta, onLink).write(html);
  return marks;
}

/**
 * Whether a page may be indexed: neither its `<meta>` nor its `X-Robots-Tag` headers forbid it to all robots or to
 * Google.
 */
export function evaluateRobots({ robots }: SearchMarks, headers: readonly string[]): Finding {
  const meta = robots.find(isForbidding);
  if (meta !== undefined) return { ok: false, actual: `meta robots ${quoted(meta)}`, problem: null };
  const header = headers.find((line) => isForbidding(rulesForAll(line)));
  if (header !== undefined) return { ok: false, actual: `X-Robots-Tag ${quoted(header)}`, problem: null };
  return { ok: true, actual: 'may be indexed', problem: null };
}

/** 'none' means noindex and nofollow. */
const isForbidding = (rules: string): boolean =>
  rules.split(',').some((rule) => ['noindex', 'none'].includes(rule.trim().toLowerCase()));

/** Rules with a colon and a value, so the name before the colon is not a robot's. */
const rulesWithValue = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;

/**
 * Drops rules for other robots: in 'otherbot: noindex, nofollow', the name applies to all following rules of the line.
 */
function rulesForAll(line: string): string {
  let robot = '';
  const rules: string[] = [];
  for (const part of line.split(',')) {
    const [, name = '', rest = part] = /^\s*([\w-]+)\s*:(.*)$/.exec(part) ?? [];
    const isRobot = name !== '' && !rulesWithValue.test(name);
    if (isRobot) robot = name.toLowerCase();
    if (robot === '' || robotNames.has(robot)) rules.push(isRobot ? rest : part);
  }
  return rules.join(',');
}

/** Whether a page names the wanted canonical address. Both are resolved against the page's own address. */
export function evaluateCanonical({ canonical }: SearchMarks, pageUrl: string, wanted: string): Finding {
  const resolve = (address: string): string | null =>
    canParseUrl(address, pageUrl) ? new URL(address, pageUrl).href : null;
  const wantedAddress = resolve(wanted);
  const fitting = canonical.find((address) => resolve(address) !== null && resolve(address) === wantedAddress);
  const found = fitting ?? canonical[0];
  const actual = found === undefined ? nothingThere : quoted(resolve(found) ?? found);
  return { ok: fitting !== undefined, actual, problem: null };
}
