// Made by `npm run languages` from catalogues/es.json.

export const share = {
  dead: "Este enlace no funciona",
  deadAbout: "Ha caducado, fue revocado o nunca existió. Pida uno nuevo a quien se lo envió.",
  until: (d: { day: string | number }) => "Compartido con usted hasta el " + d.day,
  time: "Período mostrado",
  lastDays: (d: { days: string | number }) => "Últimos " + d.days + " días",
  lastYear: "Último año",
  uptime: "Disponibilidad",
  median: "Tiempo de carga mediano",
  p95: "Percentil 95",
  p99: "Percentil 99",
  uptimeOver: (d: { time: string | number }) => "Disponibilidad, " + d.time,
  serviceFigures: (d: { median: string | number; p95: string | number; time: string | number; uptime: string | number }) => d.time + ": " + d.uptime + ", mediana " + d.median + ", percentil 95 " + d.p95,
};
