// Made by `npm run languages` from catalogues/es.json.
import { plural } from '../../speech.ts';

const language = 'es';

export const common = {
  skip: "Ir al contenido",
  themeSystem: "Sistema",
  themeLight: "Claro",
  themeDark: "Oscuro",
  theme: (d: { choice: string | number }) => "Tema: " + d.choice,
  themeChange: (d: { choice: string | number; next: string | number }) => "Tema: " + d.choice + ". Cambiar a " + d.next,
  loading: "Cargando",
  justNow: "hace menos de un minuto",
  brokenTitle: "No se ha podido mostrar esta página",
  brokenMessage: "Se ha producido un error, o Upvigil se ha actualizado desde que abrió esta ventana. La supervisión continúa.",
  reload: "Recargar",
};

export const states = {
  operational: "Operativo",
  issues: "Problemas detectados",
  noDataYet: "Aún sin datos",
  underMaintenance: "En mantenimiento",
};

export const publicStates = {
  allOperational: "Todos los sistemas operativos",
  partialOutage: "Interrupción parcial",
  down: "Caído",
  online: "En línea",
  offline: "Fuera de línea",
};

export const lists = {
  filter: (d: { noun: string | number }) => "Filtrar " + d.noun,
  search: (d: { noun: string | number }) => "Buscar " + d.noun,
  placeholder: "Buscar…",
  sort: "Orden",
  shownOf: (d: { shown: string | number; total: string | number }) => d.shown + " de " + d.total,
  reset: "Restablecer",
  showMore: (d: { count: string | number }) => "Mostrar más: " + d.count,
};

export const days = {
  day: (d: { number: string | number }) => "Día " + d.number,
  dayIs: (d: { day: string | number; state: string | number }) => d.day + ": " + d.state,
  daysAgo: (d: { count: number }) => plural(d.count, 0, language, { one: "hace " + d.count + " día", other: "hace " + d.count + " días" }),
  today: "Hoy",
  up: "operativo",
  warn: "degradado",
  outage: "interrupción",
  none: "sin datos",
  noData: "Sin datos",
  uptimeAndState: (d: { percent: string | number; state: string | number }) => d.percent + " disponible, " + d.state,
  withOutage: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " día con interrupción", other: d.count + " días con interrupción" }),
  degraded: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " día degradado", other: d.count + " días degradados" }),
  withoutData: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " día sin datos", other: d.count + " días sin datos" }),
  downFor: (d: { duration: string | number }) => d.duration + " sin servicio",
  downIn: (d: { down: string | number; outages: string | number }) => d.down + " en " + d.outages,
  outages: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " interrupción", other: d.count + " interrupciones" }),
  checks: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " comprobación", other: d.count + " comprobaciones" }),
  info: "mantenimiento",
  withMaintenance: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " día con mantenimiento", other: d.count + " días con mantenimiento" }),
  maintenanceFor: (d: { duration: string | number }) => "mantenimiento " + d.duration,
};

export const pages = {
  language: "Idioma",
  title: "Estado del sistema",
  subtitle: "Estado de todos los servicios en tiempo real",
  noWebsites: "Todavía no se supervisa ningún sitio web",
  oneAffected: (d: { affected: string | number; name: string | number; total: number }) => d.affected + " de " + d.total + " sitios web tiene un problema: " + d.name,
  someAffected: (d: { affected: string | number; total: number }) => d.affected + " de " + d.total + " sitios web tienen un problema",
  nothingChecked: "Todavía no se ha comprobado nada",
  partlyChecked: (d: { total: number; up: number }) => d.up + " de " + d.total + " sitios web en funcionamiento; los demás aún no se han comprobado",
  two: (d: { first: string | number; second: string | number }) => d.first + " y " + d.second,
  andMore: (d: { count: string | number; first: string | number; second: string | number }) => d.first + ", " + d.second + " y " + d.count + " más",
  websites: "sitios web",
  show: "Mostrar",
  all: "todos",
  issuesOnly: "solo con problemas",
  noMatch: "Ningún sitio web coincide con los filtros",
  urls: "URL",
  network: "Red",
  uptimeDay: "Disponible (24 h)",
  averageLoad: "Carga media",
  stripOf: (d: { name: string | number }) => "Disponibilidad de " + d.name + " en 30 días",
  viewDetails: "Ver detalles",
  ofName: (d: { name: string | number }) => "de " + d.name,
  keyName: "Leyenda de las barras diarias",
  keyUp: "99 % o más",
  keyWarn: "del 95 al 99 %",
  keyDown: "menos del 95 %",
  keyNone: "sin datos",
  keyHeight: "Cuanto más alta la barra, más tiempo sin servicio.",
  maintenances: "Mantenimiento",
  runScheduled: "Programado",
  runInProgress: "En curso",
  runVerifying: "En verificación",
  updated: "Última actualización:",
  never: "nunca",
  refreshing: (d: { seconds: number }) => "Se actualiza automáticamente cada " + d.seconds + " segundos",
  zone: (d: { zone: string | number }) => "Las horas son de " + d.zone + "; los días de las barras, en UTC",
  errorTitle: "Error al cargar el estado",
  loadFailed: "No se ha podido cargar el estado",
  tryAgain: "Reintentar",
  noDescription: "Sin descripción",
  openIncidents: "Incidentes abiertos",
  statusInvestigating: "En investigación",
  statusIdentified: "Causa identificada",
  statusMonitoring: "En observación",
  incidentHistory: "Historial de incidentes",
};
