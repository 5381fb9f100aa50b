// Made by `npm run languages` from catalogues/fr.json.
import { plural } from '../../speech.ts';

const language = 'fr';

export const charts = {
  labelOf: (d: { label: string | number; name: string | number }) => d.label + " de " + d.name,
  spread: (d: { average: string | number; max: string | number; min: string | number }) => "min " + d.min + " moy " + d.average + " max " + d.max,
  summary: (d: { average: string | number; max: string | number; min: string | number; name: string | number }) => d.name + " : minimum " + d.min + ", moyenne " + d.average + ", maximum " + d.max,
  summaryWithoutData: (d: { name: string | number }) => d.name + " : aucune donnée",
  gaps: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " période sans données", other: d.count + " périodes sans données" }),
  time: "Heure",
  failed: "échec",
  noData: "Aucune donnée",
  showData: "Afficher les données",
  ofName: (d: { name: string | number }) => "de " + d.name,
  dataOf: (d: { name: string | number }) => "Données de " + d.name,
};

export const detail = {
  websiteStatus: "État du site web",
  servicesAffected: (d: { down: number; total: number }) => plural(d.down, 0, language, { one: d.down + " service sur " + d.total + " est en panne", other: d.down + " services sur " + d.total + " sont en panne" }),
  whatHappened: "Ce qui s’est passé",
  uptimeWeek: "Disponible (7 jours)",
  totalServices: "Total des services",
  servicesOnline: "Services en ligne",
  servicesDown: "Services en panne",
  websiteMonitoring: "Surveillance du site web",
  noPages: "Aucune page de ce site web n’est surveillée.",
  networkServices: "Services réseau",
  networkServicesNoun: "services réseau",
  monitoring: (d: { tag: string | number }) => "Surveillé : " + d.tag,
  totalLoad: "Temps de chargement total",
  loadHistory: "Historique du temps de chargement",
  responseTime: "Temps de réponse",
  responseHistory: "Historique du temps de réponse",
  lastCheck: "Dernière vérification",
  neverChecked: "Jamais",
  dayUptime: "Disponible (24 h)",
  interval: "Intervalle",
  intervalSeconds: (d: { seconds: string | number }) => d.seconds + " s",
  stripTitle: (d: { days: number }) => "Disponibilité sur " + d.days + " jours",
  incidents: "Incidents récents",
  lasted: (d: { duration: string | number }) => "Durée : " + d.duration,
  DOWN: "PANNE",
  ERROR: "ERREUR",
  SLOW: "LENT",
  METADATA_MISSING: "BALISE MÉTA ABSENTE",
  RECOVERED: "RÉTABLI",
  verbs: "est|n’est|n’a|fonctionne|répond|retrouve",
};
