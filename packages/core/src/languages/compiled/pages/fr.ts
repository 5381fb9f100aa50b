// Made by `npm run languages` from catalogues/fr.json.
import { plural } from '../../speech.ts';

const language = 'fr';

export const common = {
  skip: "Aller au contenu",
  themeSystem: "Système",
  themeLight: "Clair",
  themeDark: "Sombre",
  theme: (d: { choice: string | number }) => "Thème : " + d.choice,
  themeChange: (d: { choice: string | number; next: string | number }) => "Thème : " + d.choice + ". Passer à " + d.next,
  loading: "Chargement",
  justNow: "il y a moins d’une minute",
  brokenTitle: "Cette page n’a pas pu être affichée",
  brokenMessage: "Une erreur s’est produite, ou Upvigil a été mis à jour depuis que vous avez ouvert cette fenêtre. La surveillance continue.",
  reload: "Recharger",
};

export const states = {
  operational: "Opérationnel",
  issues: "Problèmes détectés",
  noDataYet: "Pas encore de données",
  underMaintenance: "En maintenance",
};

export const publicStates = {
  allOperational: "Tous les systèmes sont opérationnels",
  partialOutage: "Panne partielle",
  down: "En panne",
  online: "En ligne",
  offline: "Hors ligne",
};

export const lists = {
  filter: (d: { noun: string | number }) => "Filtrer les " + d.noun,
  search: (d: { noun: string | number }) => "Rechercher dans les " + d.noun,
  placeholder: "Rechercher…",
  sort: "Tri",
  shownOf: (d: { shown: string | number; total: string | number }) => d.shown + " sur " + d.total,
  reset: "Réinitialiser",
  showMore: (d: { count: string | number }) => "Afficher plus : " + d.count,
};

export const days = {
  day: (d: { number: string | number }) => "Jour " + d.number,
  dayIs: (d: { day: string | number; state: string | number }) => d.day + " : " + d.state,
  daysAgo: (d: { count: number }) => plural(d.count, 0, language, { one: "il y a " + d.count + " jour", other: "il y a " + d.count + " jours" }),
  today: "Aujourd’hui",
  up: "opérationnel",
  warn: "dégradé",
  outage: "panne",
  none: "aucune donnée",
  noData: "Aucune donnée",
  uptimeAndState: (d: { percent: string | number; state: string | number }) => d.percent + " disponible, " + d.state,
  withOutage: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " jour avec panne", other: d.count + " jours avec panne" }),
  degraded: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " jour dégradé", other: d.count + " jours dégradés" }),
  withoutData: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " jour sans données", other: d.count + " jours sans données" }),
  downFor: (d: { duration: string | number }) => d.duration + " en panne",
  downIn: (d: { down: string | number; outages: string | number }) => d.down + " en " + d.outages,
  outages: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " panne", other: d.count + " pannes" }),
  checks: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " vérification", other: d.count + " vérifications" }),
  info: "maintenance",
  withMaintenance: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " jour avec maintenance", other: d.count + " jours avec maintenance" }),
  maintenanceFor: (d: { duration: string | number }) => "maintenance " + d.duration,
};

export const pages = {
  language: "Langue",
  title: "État du système",
  subtitle: "État de tous les services en temps réel",
  noWebsites: "Aucun site web n’est encore surveillé",
  oneAffected: (d: { affected: string | number; name: string | number; total: number }) => d.affected + " site web sur " + d.total + " rencontre un problème : " + d.name,
  someAffected: (d: { affected: string | number; total: number }) => d.affected + " sites web sur " + d.total + " rencontrent un problème",
  nothingChecked: "Rien n’a encore été vérifié",
  partlyChecked: (d: { total: number; up: number }) => plural(d.up, 0, language, { one: d.up + " site web sur " + d.total + " fonctionne", other: d.up + " sites web sur " + d.total + " fonctionnent" }) + ", les autres n’ont pas encore été vérifiés",
  two: (d: { first: string | number; second: string | number }) => d.first + " et " + d.second,
  andMore: (d: { count: string | number; first: string | number; second: string | number }) => d.first + ", " + d.second + " et " + d.count + " de plus",
  websites: "sites web",
  show: "Afficher",
  all: "tous",
  issuesOnly: "avec problèmes",
  noMatch: "Aucun site web ne correspond aux filtres",
  urls: "URL",
  network: "Réseau",
  uptimeDay: "Disponible (24 h)",
  averageLoad: "Chargement moyen",
  stripOf: (d: { name: string | number }) => "Disponibilité de " + d.name + " sur 30 jours",
  viewDetails: "Voir les détails",
  ofName: (d: { name: string | number }) => "de " + d.name,
  keyName: "Légende des barres quotidiennes",
  keyUp: "99 % ou plus",
  keyWarn: "de 95 à 99 %",
  keyDown: "moins de 95 %",
  keyNone: "aucune donnée",
  keyHeight: "Plus la barre est haute, plus la panne a duré.",
  maintenances: "Maintenance",
  runScheduled: "Planifiée",
  runInProgress: "En cours",
  runVerifying: "En vérification",
  updated: "Dernière mise à jour :",
  never: "jamais",
  refreshing: (d: { seconds: number }) => "Actualisation automatique toutes les " + d.seconds + " secondes",
  zone: (d: { zone: string | number }) => "Heures : " + d.zone + " ; jours des barres : UTC",
  errorTitle: "Erreur de chargement de l’état",
  loadFailed: "L’état n’a pas pu être chargé",
  tryAgain: "Réessayer",
  noDescription: "Aucune description",
  openIncidents: "Incidents en cours",
  statusInvestigating: "En cours d’analyse",
  statusIdentified: "Cause identifiée",
  statusMonitoring: "Sous surveillance",
  incidentHistory: "Historique des incidents",
};
