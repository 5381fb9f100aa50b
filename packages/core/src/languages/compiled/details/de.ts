// Made by `npm run languages` from catalogues/de.json.
import { plural } from '../../speech.ts';

const language = 'de';

export const charts = {
  labelOf: (d: { label: string | number; name: string | number }) => d.label + " von " + d.name,
  spread: (d: { average: string | number; max: string | number; min: string | number }) => "Min. " + d.min + " Mittel " + d.average + " Max. " + d.max,
  summary: (d: { average: string | number; max: string | number; min: string | number; name: string | number }) => d.name + ": Minimum " + d.min + ", Mittelwert " + d.average + ", Maximum " + d.max,
  summaryWithoutData: (d: { name: string | number }) => d.name + ": keine Daten",
  gaps: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " Abschnitt ohne Daten", other: d.count + " Abschnitte ohne Daten" }),
  time: "Zeit",
  failed: "fehlgeschlagen",
  noData: "Keine Daten",
  showData: "Daten anzeigen",
  ofName: (d: { name: string | number }) => "von " + d.name,
  dataOf: (d: { name: string | number }) => "Daten von " + d.name,
};

export const detail = {
  websiteStatus: "Status der Website",
  servicesAffected: (d: { down: number; total: number }) => d.down + " von " + d.total + " " + plural(d.total, 0, language, { one: "Dienst", other: "Diensten" }) + " " + plural(d.down, 0, language, { one: "ist", other: "sind" }) + " ausgefallen",
  whatHappened: "Was ist passiert?",
  uptimeWeek: "Verfügbar (7 Tage)",
  totalServices: "Dienste insgesamt",
  servicesOnline: "Dienste online",
  servicesDown: "Ausgefallene Dienste",
  websiteMonitoring: "Website-Überwachung",
  noPages: "Von dieser Website werden keine Seiten überwacht.",
  networkServices: "Netzwerkdienste",
  networkServicesNoun: "Netzwerkdienste",
  monitoring: (d: { tag: string | number }) => "Überwacht: " + d.tag,
  totalLoad: "Gesamte Ladezeit",
  loadHistory: "Verlauf der Ladezeit",
  responseTime: "Antwortzeit",
  responseHistory: "Verlauf der Antwortzeit",
  lastCheck: "Letzte Prüfung",
  neverChecked: "Noch nie",
  dayUptime: "Verfügbar (24 h)",
  interval: "Prüfintervall",
  intervalSeconds: (d: { seconds: string | number }) => d.seconds + " s",
  stripTitle: (d: { days: number }) => "Verfügbarkeit über " + d.days + " Tage",
  incidents: "Letzte Vorfälle",
  lasted: (d: { duration: string | number }) => "Dauer: " + d.duration,
  DOWN: "AUSFALL",
  ERROR: "FEHLER",
  SLOW: "LANGSAM",
  METADATA_MISSING: "META-TAG FEHLT",
  RECOVERED: "BEHOBEN",
  verbs: "ist|hat",
};
