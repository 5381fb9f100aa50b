// Made by `npm run languages` from catalogues/pt-BR.json.

export const share = {
  dead: "Este link não funciona",
  deadAbout: "Ele expirou, foi revogado ou nunca existiu. Peça um novo a quem o enviou.",
  until: (d: { day: string | number }) => "Compartilhado com você até " + d.day,
  time: "Período exibido",
  lastDays: (d: { days: string | number }) => "Últimos " + d.days + " dias",
  lastYear: "Último ano",
  uptime: "Disponibilidade",
  median: "Tempo de carregamento mediano",
  p95: "Percentil 95",
  p99: "Percentil 99",
  uptimeOver: (d: { time: string | number }) => "Disponibilidade, " + d.time,
  serviceFigures: (d: { median: string | number; p95: string | number; time: string | number; uptime: string | number }) => d.time + ": " + d.uptime + ", mediana " + d.median + ", percentil 95 " + d.p95,
};
