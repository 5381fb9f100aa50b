// Made by `npm run languages` from catalogues/ro.json.
import { plural } from '../../speech.ts';

const language = 'ro';

export const common = {
  skip: "Salt la conținut",
  themeSystem: "Sistem",
  themeLight: "Luminoasă",
  themeDark: "Întunecată",
  theme: (d: { choice: string | number }) => "Temă: " + d.choice,
  themeChange: (d: { choice: string | number; next: string | number }) => "Temă: " + d.choice + ". Schimbare la: " + d.next,
  loading: "Se încarcă",
  justNow: "acum mai puțin de un minut",
  brokenTitle: "Această pagină nu a putut fi afișată",
  brokenMessage: "A apărut o eroare sau Upvigil a fost actualizat de când a fost deschisă această fereastră. Monitorizarea continuă.",
  reload: "Reîncărcare",
};

export const states = {
  operational: "Funcțional",
  issues: "Probleme detectate",
  noDataYet: "Încă nu există date",
  underMaintenance: "În mentenanță",
};

export const publicStates = {
  allOperational: "Toate sistemele funcționează",
  partialOutage: "Întrerupere parțială",
  down: "Căzut",
  online: "Online",
  offline: "Offline",
};

export const lists = {
  filter: (d: { noun: string | number }) => "Filtrare " + d.noun,
  search: (d: { noun: string | number }) => "Căutare " + d.noun,
  placeholder: "Căutare…",
  sort: "Sortare",
  shownOf: (d: { shown: string | number; total: string | number }) => d.shown + " din " + d.total,
  reset: "Resetare",
  showMore: (d: { count: string | number }) => "Afișează mai multe: " + d.count,
};

export const days = {
  day: (d: { number: string | number }) => "Ziua " + d.number,
  dayIs: (d: { day: string | number; state: string | number }) => d.day + ": " + d.state,
  daysAgo: (d: { count: number }) => plural(d.count, 0, language, { one: "acum " + d.count + " zi", few: "acum " + d.count + " zile", other: "acum " + d.count + " de zile" }),
  today: "Astăzi",
  up: "funcțional",
  warn: "degradat",
  outage: "întrerupere",
  none: "fără date",
  noData: "Fără date",
  uptimeAndState: (d: { percent: string | number; state: string | number }) => d.percent + " disponibil, " + d.state,
  withOutage: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " zi cu întrerupere", few: d.count + " zile cu întrerupere", other: d.count + " de zile cu întrerupere" }),
  degraded: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " zi degradată", few: d.count + " zile degradate", other: d.count + " de zile degradate" }),
  withoutData: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " zi fără date", few: d.count + " zile fără date", other: d.count + " de zile fără date" }),
  downFor: (d: { duration: string | number }) => "indisponibil " + d.duration,
  downIn: (d: { down: string | number; outages: string | number }) => d.down + " în " + d.outages,
  outages: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " întrerupere", few: d.count + " întreruperi", other: d.count + " de întreruperi" }),
  checks: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " verificare", few: d.count + " verificări", other: d.count + " de verificări" }),
  info: "mentenanță",
  withMaintenance: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " zi cu mentenanță", few: d.count + " zile cu mentenanță", other: d.count + " de zile cu mentenanță" }),
  maintenanceFor: (d: { duration: string | number }) => "mentenanță " + d.duration,
};

export const pages = {
  language: "Limbă",
  title: "Starea sistemului",
  subtitle: "Starea tuturor serviciilor în timp real",
  noWebsites: "Încă nu este monitorizat niciun site",
  oneAffected: (d: { affected: string | number; name: string | number; total: number }) => d.affected + " din " + d.total + " " + plural(d.total, 0, language, { one: "site", few: "site-uri", other: "de site-uri" }) + " are o problemă: " + d.name,
  someAffected: (d: { affected: string | number; total: number }) => d.affected + " din " + d.total + " " + plural(d.total, 0, language, { one: "site", few: "site-uri", other: "de site-uri" }) + " au o problemă",
  nothingChecked: "Încă nu s-a verificat nimic",
  partlyChecked: (d: { total: number; up: number }) => d.up + " din " + d.total + " " + plural(d.total, 0, language, { one: "site", few: "site-uri", other: "de site-uri" }) + " " + plural(d.up, 0, language, { one: "funcționează", few: "funcționează", other: "funcționează" }) + ", restul nu au fost încă verificate",
  two: (d: { first: string | number; second: string | number }) => d.first + " și " + d.second,
  andMore: (d: { count: string | number; first: string | number; second: string | number }) => d.first + ", " + d.second + " și încă " + d.count,
  websites: "site-uri",
  show: "Afișare",
  all: "toate",
  issuesOnly: "doar cu probleme",
  noMatch: "Niciun site nu corespunde filtrelor",
  urls: "URL-uri",
  network: "Rețea",
  uptimeDay: "Disponibil (24 h)",
  averageLoad: "Încărcare medie",
  stripOf: (d: { name: string | number }) => "Disponibilitate " + d.name + " în 30 de zile",
  viewDetails: "Vezi detalii",
  ofName: (d: { name: string | number }) => "pentru " + d.name,
  keyName: "Legenda barelor zilnice",
  keyUp: "99% sau mai mult",
  keyWarn: "între 95 și 99%",
  keyDown: "sub 95%",
  keyNone: "fără date",
  keyHeight: "Cu cât bara e mai înaltă, cu atât întreruperea a fost mai lungă.",
  maintenances: "Mentenanță",
  runScheduled: "Programată",
  runInProgress: "În desfășurare",
  runVerifying: "În verificare",
  updated: "Ultima actualizare:",
  never: "niciodată",
  refreshing: (d: { seconds: number }) => "Actualizare automată la fiecare " + plural(d.seconds, 0, language, { one: d.seconds + " secundă", few: d.seconds + " secunde", other: d.seconds + " de secunde" }),
  zone: (d: { zone: string | number }) => "Orele sunt în " + d.zone + ", iar zilele barelor sunt zile UTC",
  errorTitle: "Eroare la încărcarea stării",
  loadFailed: "Starea nu a putut fi încărcată",
  tryAgain: "Încearcă din nou",
  noDescription: "Fără descriere",
  openIncidents: "Incidente deschise",
  statusInvestigating: "În investigare",
  statusIdentified: "Cauză identificată",
  statusMonitoring: "Sub observație",
  incidentHistory: "Istoricul incidentelor",
};
