// Made by `npm run languages` from catalogues/fr.json.

export const share = {
  dead: "Ce lien ne fonctionne pas",
  deadAbout: "Il a expiré, a été révoqué ou n’a jamais existé. Demandez-en un nouveau à la personne qui l’a envoyé.",
  until: (d: { day: string | number }) => "Partagé avec vous jusqu’au " + d.day,
  time: "Période affichée",
  lastDays: (d: { days: string | number }) => d.days + " derniers jours",
  lastYear: "Dernière année",
  uptime: "Disponibilité",
  median: "Temps de chargement médian",
  p95: "95e percentile",
  p99: "99e percentile",
  uptimeOver: (d: { time: string | number }) => "Disponibilité, " + d.time,
  serviceFigures: (d: { median: string | number; p95: string | number; time: string | number; uptime: string | number }) => d.time + " : " + d.uptime + ", médiane " + d.median + ", 95e percentile " + d.p95,
};
