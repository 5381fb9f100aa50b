// Made by `npm run languages` from catalogues/de.json.
import { plural } from '../../speech.ts';

const language = 'de';

export const common = {
  skip: "Zum Inhalt springen",
  themeSystem: "System",
  themeLight: "Hell",
  themeDark: "Dunkel",
  theme: (d: { choice: string | number }) => "Design: " + d.choice,
  themeChange: (d: { choice: string | number; next: string | number }) => "Design: " + d.choice + ". Wechseln zu " + d.next,
  loading: "Wird geladen",
  justNow: "vor weniger als einer Minute",
  brokenTitle: "Diese Seite konnte nicht angezeigt werden",
  brokenMessage: "Auf der Seite ist ein Fehler aufgetreten, oder Upvigil wurde aktualisiert, seit Sie dieses Fenster geöffnet haben. Die Überwachung läuft weiter.",
  reload: "Neu laden",
};

export const states = {
  operational: "In Betrieb",
  issues: "Probleme festgestellt",
  noDataYet: "Noch keine Daten",
  underMaintenance: "In Wartung",
};

export const publicStates = {
  allOperational: "Alle Systeme in Betrieb",
  partialOutage: "Teilausfall",
  down: "Ausgefallen",
  online: "Online",
  offline: "Offline",
};

export const lists = {
  filter: (d: { noun: string | number }) => d.noun + " filtern",
  search: (d: { noun: string | number }) => d.noun + " durchsuchen",
  placeholder: "Suchen …",
  sort: "Sortierung",
  shownOf: (d: { shown: string | number; total: string | number }) => d.shown + " von " + d.total,
  reset: "Zurücksetzen",
  showMore: (d: { count: string | number }) => "Weitere anzeigen: " + d.count,
};

export const days = {
  day: (d: { number: string | number }) => "Tag " + d.number,
  dayIs: (d: { day: string | number; state: string | number }) => d.day + ": " + d.state,
  daysAgo: (d: { count: number }) => plural(d.count, 0, language, { one: "vor " + d.count + " Tag", other: "vor " + d.count + " Tagen" }),
  today: "Heute",
  up: "in Betrieb",
  warn: "beeinträchtigt",
  outage: "Ausfall",
  none: "keine Daten",
  noData: "Keine Daten",
  uptimeAndState: (d: { percent: string | number; state: string | number }) => d.percent + " verfügbar, " + d.state,
  withOutage: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " Tag mit Ausfall", other: d.count + " Tage mit Ausfall" }),
  degraded: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " beeinträchtigter Tag", other: d.count + " beeinträchtigte Tage" }),
  withoutData: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " Tag ohne Daten", other: d.count + " Tage ohne Daten" }),
  downFor: (d: { duration: string | number }) => d.duration + " ausgefallen",
  downIn: (d: { down: string | number; outages: string | number }) => d.down + " bei " + d.outages,
  outages: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " Ausfall", other: d.count + " Ausfällen" }),
  checks: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " Prüfung", other: d.count + " Prüfungen" }),
  info: "Wartung",
  withMaintenance: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " Tag mit Wartung", other: d.count + " Tage mit Wartung" }),
  maintenanceFor: (d: { duration: string | number }) => "Wartung " + d.duration,
};

export const pages = {
  language: "Sprache",
  title: "Systemstatus",
  subtitle: "Aktueller Status aller Dienste in Echtzeit",
  noWebsites: "Es werden noch keine Websites überwacht",
  oneAffected: (d: { affected: string | number; name: string | number; total: number }) => d.affected + " von " + d.total + " Websites hat ein Problem: " + d.name,
  someAffected: (d: { affected: string | number; total: number }) => d.affected + " von " + d.total + " Websites haben ein Problem",
  nothingChecked: "Es wurde noch nichts geprüft",
  partlyChecked: (d: { total: number; up: number }) => d.up + " von " + d.total + " Websites sind in Betrieb, die übrigen wurden noch nicht geprüft",
  two: (d: { first: string | number; second: string | number }) => d.first + " und " + d.second,
  andMore: (d: { count: string | number; first: string | number; second: string | number }) => d.first + ", " + d.second + " und " + d.count + " weitere",
  websites: "Websites",
  show: "Anzeigen",
  all: "alle",
  issuesOnly: "nur mit Problemen",
  noMatch: "Keine Website entspricht den Filtern",
  urls: "URLs",
  network: "Netzwerk",
  uptimeDay: "Verfügbar (24 h)",
  averageLoad: "Mittlere Ladezeit",
  stripOf: (d: { name: string | number }) => "Verfügbarkeit von " + d.name + " über 30 Tage",
  viewDetails: "Details ansehen",
  ofName: (d: { name: string | number }) => "zu " + d.name,
  keyName: "Legende der Tagesstreifen",
  keyUp: "99 % oder mehr",
  keyWarn: "95 bis 99 %",
  keyDown: "unter 95 %",
  keyNone: "keine Daten",
  keyHeight: "Je höher, desto länger der Ausfall.",
  maintenances: "Wartung",
  runScheduled: "Geplant",
  runInProgress: "Läuft",
  runVerifying: "Wird geprüft",
  updated: "Zuletzt aktualisiert:",
  never: "noch nie",
  refreshing: (d: { seconds: number }) => "Wird alle " + d.seconds + " Sekunden automatisch aktualisiert",
  zone: (d: { zone: string | number }) => "Uhrzeiten in " + d.zone + ", Tage der Streifen nach UTC",
  errorTitle: "Fehler beim Laden des Status",
  loadFailed: "Der Status konnte nicht geladen werden",
  tryAgain: "Erneut versuchen",
  noDescription: "Keine Beschreibung",
  openIncidents: "Offene Vorfälle",
  statusInvestigating: "Wird untersucht",
  statusIdentified: "Ursache gefunden",
  statusMonitoring: "Wird beobachtet",
  incidentHistory: "Frühere Vorfälle",
};
