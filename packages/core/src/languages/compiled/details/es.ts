// Made by `npm run languages` from catalogues/es.json.
import { plural } from '../../speech.ts';

const language = 'es';

export const charts = {
  labelOf: (d: { label: string | number; name: string | number }) => d.label + " de " + d.name,
  spread: (d: { average: string | number; max: string | number; min: string | number }) => "mín. " + d.min + " media " + d.average + " máx. " + d.max,
  summary: (d: { average: string | number; max: string | number; min: string | number; name: string | number }) => d.name + ": mínimo " + d.min + ", media " + d.average + ", máximo " + d.max,
  summaryWithoutData: (d: { name: string | number }) => d.name + ": sin datos",
  gaps: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " tramo sin datos", other: d.count + " tramos sin datos" }),
  time: "Hora",
  failed: "fallida",
  noData: "Sin datos",
  showData: "Mostrar datos",
  ofName: (d: { name: string | number }) => "de " + d.name,
  dataOf: (d: { name: string | number }) => "Datos de " + d.name,
};

export const detail = {
  websiteStatus: "Estado del sitio web",
  servicesAffected: (d: { down: number; total: number }) => plural(d.down, 0, language, { one: d.down + " de " + d.total + " " + plural(d.total, 0, language, { one: "servicio", other: "servicios" }) + " está caído", other: d.down + " de " + d.total + " servicios están caídos" }),
  whatHappened: "Qué ha ocurrido",
  uptimeWeek: "Disponible (7 días)",
  totalServices: "Total de servicios",
  servicesOnline: "Servicios en línea",
  servicesDown: "Servicios caídos",
  websiteMonitoring: "Supervisión del sitio web",
  noPages: "No se supervisa ninguna página de este sitio web.",
  networkServices: "Servicios de red",
  networkServicesNoun: "servicios de red",
  monitoring: (d: { tag: string | number }) => "Se supervisa: " + d.tag,
  totalLoad: "Tiempo de carga total",
  loadHistory: "Historial del tiempo de carga",
  responseTime: "Tiempo de respuesta",
  responseHistory: "Historial del tiempo de respuesta",
  lastCheck: "Última comprobación",
  neverChecked: "Nunca",
  dayUptime: "Disponible (24 h)",
  interval: "Intervalo",
  intervalSeconds: (d: { seconds: string | number }) => d.seconds + " s",
  stripTitle: (d: { days: number }) => "Disponibilidad en " + d.days + " días",
  incidents: "Incidencias recientes",
  lasted: (d: { duration: string | number }) => "Duró " + d.duration,
  DOWN: "CAÍDA",
  ERROR: "ERROR",
  SLOW: "LENTO",
  METADATA_MISSING: "FALTA METAETIQUETA",
  RECOVERED: "RESUELTO",
  verbs: "no|está|vuelve",
};
