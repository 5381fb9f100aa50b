// Made by `npm run languages` from catalogues/en.json.
import { plural } from '../../speech.ts';

const language = 'en';

export const charts = {
  labelOf: (d: { label: string | number; name: string | number }) => d.label + " of " + d.name,
  spread: (d: { average: string | number; max: string | number; min: string | number }) => "min " + d.min + " avg " + d.average + " max " + d.max,
  summary: (d: { average: string | number; max: string | number; min: string | number; name: string | number }) => d.name + ": minimum " + d.min + ", average " + d.average + ", maximum " + d.max,
  summaryWithoutData: (d: { name: string | number }) => d.name + ": no data",
  gaps: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " stretch without data", other: d.count + " stretches without data" }),
  time: "Time",
  failed: "failed",
  noData: "No data",
  showData: "Show data",
  ofName: (d: { name: string | number }) => "of " + d.name,
  dataOf: (d: { name: string | number }) => "Data of " + d.name,
};
