// Made by `npm run languages` from catalogues/en.json.

export const share = {
  dead: "This link does not work",
  deadAbout: "It has expired, was revoked, or never was one. Ask whoever sent it for a new one.",
  until: (d: { day: string | number }) => "Shared with you until " + d.day,
  time: "Time shown",
  lastDays: (d: { days: string | number }) => "Last " + d.days + " days",
  lastYear: "Last year",
  uptime: "Uptime",
  median: "Median load time",
  p95: "95th percentile",
  p99: "99th percentile",
  uptimeOver: (d: { time: string | number }) => "Uptime, " + d.time,
  serviceFigures: (d: { median: string | number; p95: string | number; time: string | number; uptime: string | number }) => d.time + ": " + d.uptime + ", median " + d.median + ", 95th percentile " + d.p95,
};
