// Made by `npm run languages` from catalogues/ro.json.

export const share = {
  dead: "Acest link nu funcționează",
  deadAbout: "A expirat, a fost revocat sau nu a existat niciodată. Cereți unul nou celui care l-a trimis.",
  until: (d: { day: string | number }) => "Partajat cu dumneavoastră până la " + d.day,
  time: "Perioada afișată",
  lastDays: (d: { days: string | number }) => "Ultimele " + d.days + " zile",
  lastYear: "Ultimul an",
  uptime: "Disponibilitate",
  median: "Timp de încărcare median",
  p95: "Percentila 95",
  p99: "Percentila 99",
  uptimeOver: (d: { time: string | number }) => "Disponibilitate, " + d.time,
  serviceFigures: (d: { median: string | number; p95: string | number; time: string | number; uptime: string | number }) => d.time + ": " + d.uptime + ", mediană " + d.median + ", percentila 95 " + d.p95,
};
