import { parser } from '@prometheus-io/lezer-promql';
import type { ScrapedSample } from './exposition.ts';

/** Labels that Prometheus adds to each sample. */
const addedLabels = ['job', 'instance'];
/** Metrics that Prometheus adds to each scrape. */
const ownMetrics = ['up'];

/** The selectors of a parsed query. */
interface Query {
  /** Positions of syntax errors, in characters from the start. */
  errors: number[];
  selectors: { metric: string; matchers: { label: string; value: string; isExact: boolean }[] }[];
  /** Labels of its groupings. */
  groupings: string[];
}

/** Parses a query with the parser of Prometheus' own pages. */
function readQuery(query: string): Query {
  const read: Query = { errors: [], selectors: [], groupings: [] };
  let isGrouping = false;
  const take: Readonly<Record<string, (text: string) => void>> = {
    VectorSelector: () => read.selectors.push({ metric: '', matchers: [] }),
    Identifier: (text) => Object.assign(read.selectors.at(-1) ?? {}, { metric: text }),
    LabelName(text) {
      if (isGrouping) read.groupings.push(text);
      else read.selectors.at(-1)?.matchers.push({ label: text, value: '', isExact: false });
    },
    EqlSingle: () => Object.assign(read.selectors.at(-1)?.matchers.at(-1) ?? {}, { isExact: true }),
    StringLiteral: (text) => Object.assign(read.selectors.at(-1)?.matchers.at(-1) ?? {}, { value: text.slice(1, -1) }),
  };
  parser.parse(query).iterate({
    enter({ type, name, from, to }) {
      if (type.isError) read.errors.push(from);
      if (name === 'GroupingLabels') isGrouping = true;
      take[name]?.(query.slice(from, to));
    },
    leave({ name }) {
      if (name === 'GroupingLabels') isGrouping = false;
    },
  });
  return read;
}

/** Metrics, labels and literal values of a query that a scrape lacks, one sentence each. */
export function missingFrom(scrape: readonly ScrapedSample[], query: string): string[] {
  const { errors, selectors, groupings } = readQuery(query);
  if (errors.length > 0) return [`is no PromQL from character ${errors[0]} on: ${query}`];
  if (selectors.length === 0) return [`selects nothing: ${query}`];
  const ofUs = selectors.filter(({ metric }) => !ownMetrics.includes(metric));
  const samplesOf = (metric: string) => scrape.filter(({ name }) => name === metric);
  const labels = ofUs.flatMap(({ metric }) => samplesOf(metric).flatMap((sample) => Object.keys(sample.labels)));
  const known = new Set([...addedLabels, ...labels]);
  return [
    ...ofUs.flatMap((selector) => missingOf(selector, samplesOf(selector.metric))),
    ...groupings.filter((label) => !known.has(label)).map((label) => `no metric has a label ${label}`),
  ];
}

function missingOf({ metric, matchers }: Query['selectors'][number], samples: readonly ScrapedSample[]): string[] {
  if (samples.length === 0) return [`there is no metric ${metric}`];
  return matchers.flatMap(({ label, value, isExact }) => {
    const values = samples.flatMap(({ labels }) => labels[label] ?? []);
    if (values.length === 0) return [`${metric} has no label ${label}`];
    return isExact && !values.includes(value) ? [`${metric} has no ${label}="${value}"`] : [];
  });
}
