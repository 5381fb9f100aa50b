// Made by `npm run languages` from catalogues/ro.json.
import { plural } from '../../speech.ts';

const language = 'ro';

export const charts = {
  labelOf: (d: { label: string | number; name: string | number }) => d.label + " pentru " + d.name,
  spread: (d: { average: string | number; max: string | number; min: string | number }) => "min. " + d.min + " medie " + d.average + " max. " + d.max,
  summary: (d: { average: string | number; max: string | number; min: string | number; name: string | number }) => d.name + ": minim " + d.min + ", medie " + d.average + ", maxim " + d.max,
  summaryWithoutData: (d: { name: string | number }) => d.name + ": fără date",
  gaps: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " interval fără date", few: d.count + " intervale fără date", other: d.count + " de intervale fără date" }),
  time: "Ora",
  failed: "eșuată",
  noData: "Fără date",
  showData: "Afișează datele",
  ofName: (d: { name: string | number }) => "pentru " + d.name,
  dataOf: (d: { name: string | number }) => "Date pentru " + d.name,
};

export const detail = {
  websiteStatus: "Starea site-ului",
  servicesAffected: (d: { down: number; total: number }) => d.down + " din " + d.total + " " + plural(d.total, 0, language, { one: "serviciu", few: "servicii", other: "de servicii" }) + " " + plural(d.down, 0, language, { one: "este căzut", few: "sunt căzute", other: "sunt căzute" }),
  whatHappened: "Ce s-a întâmplat",
  uptimeWeek: "Disponibil (7 zile)",
  totalServices: "Total servicii",
  servicesOnline: "Servicii online",
  servicesDown: "Servicii căzute",
  websiteMonitoring: "Monitorizarea site-ului",
  noPages: "Nicio pagină a acestui site nu este monitorizată.",
  networkServices: "Servicii de rețea",
  networkServicesNoun: "servicii de rețea",
  monitoring: (d: { tag: string | number }) => "Monitorizat: " + d.tag,
  totalLoad: "Timp total de încărcare",
  loadHistory: "Istoricul timpului de încărcare",
  responseTime: "Timp de răspuns",
  responseHistory: "Istoricul timpului de răspuns",
  lastCheck: "Ultima verificare",
  neverChecked: "Niciodată",
  dayUptime: "Disponibil (24 h)",
  interval: "Interval",
  intervalSeconds: (d: { seconds: string | number }) => d.seconds + " s",
  stripTitle: (d: { days: number }) => "Disponibilitate în " + plural(d.days, 0, language, { one: d.days + " zi", few: d.days + " zile", other: d.days + " de zile" }),
  incidents: "Incidente recente",
  lasted: (d: { duration: string | number }) => "A durat " + d.duration,
  DOWN: "CĂZUT",
  ERROR: "EROARE",
  SLOW: "LENT",
  METADATA_MISSING: "META TAG LIPSĂ",
  RECOVERED: "REZOLVAT",
  verbs: "nu|este|funcționează|are",
};
