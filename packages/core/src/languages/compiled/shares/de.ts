// Made by `npm run languages` from catalogues/de.json.

export const share = {
  dead: "Dieser Link funktioniert nicht",
  deadAbout: "Er ist abgelaufen, wurde widerrufen oder war nie einer. Bitten Sie den Absender um einen neuen.",
  until: (d: { day: string | number }) => "Mit Ihnen geteilt bis " + d.day,
  time: "Gezeigter Zeitraum",
  lastDays: (d: { days: string | number }) => "Letzte " + d.days + " Tage",
  lastYear: "Letztes Jahr",
  uptime: "Verfügbarkeit",
  median: "Mittlere Ladezeit",
  p95: "95. Perzentil",
  p99: "99. Perzentil",
  uptimeOver: (d: { time: string | number }) => "Verfügbarkeit, " + d.time,
  serviceFigures: (d: { median: string | number; p95: string | number; time: string | number; uptime: string | number }) => d.time + ": " + d.uptime + ", Median " + d.median + ", 95. Perzentil " + d.p95,
};
