// Made by `npm run languages` from catalogues/en.json.
import { plural } from '../../speech.ts';

const language = 'en';

export const days = {
  day: (d: { number: string | number }) => "Day " + d.number,
  dayIs: (d: { day: string | number; state: string | number }) => d.day + ": " + d.state,
  daysAgo: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " days ago", other: d.count + " days ago" }),
  today: "Today",
  up: "operational",
  warn: "degraded",
  outage: "outage",
  none: "no data",
  noData: "No data",
  uptimeAndState: (d: { percent: string | number; state: string | number }) => d.percent + " uptime, " + d.state,
  withOutage: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " day with an outage", other: d.count + " days with an outage" }),
  degraded: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " degraded day", other: d.count + " degraded days" }),
  withoutData: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " day without data", other: d.count + " days without data" }),
  downFor: (d: { duration: string | number }) => d.duration + " down",
  downIn: (d: { down: string | number; outages: string | number }) => d.down + " in " + d.outages,
  outages: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " outage", other: d.count + " outages" }),
  checks: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " checks", other: d.count + " checks" }),
  info: "maintenance",
  withMaintenance: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " day with maintenance", other: d.count + " days with maintenance" }),
  maintenanceFor: (d: { duration: string | number }) => "maintenance " + d.duration,
};
