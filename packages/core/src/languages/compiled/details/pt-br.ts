// Made by `npm run languages` from catalogues/pt-BR.json.
import { plural } from '../../speech.ts';

const language = 'pt-BR';

export const charts = {
  labelOf: (d: { label: string | number; name: string | number }) => d.label + " de " + d.name,
  spread: (d: { average: string | number; max: string | number; min: string | number }) => "mín. " + d.min + " média " + d.average + " máx. " + d.max,
  summary: (d: { average: string | number; max: string | number; min: string | number; name: string | number }) => d.name + ": mínimo " + d.min + ", média " + d.average + ", máximo " + d.max,
  summaryWithoutData: (d: { name: string | number }) => d.name + ": sem dados",
  gaps: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " período sem dados", other: d.count + " períodos sem dados" }),
  time: "Hora",
  failed: "falhou",
  noData: "Sem dados",
  showData: "Mostrar dados",
  ofName: (d: { name: string | number }) => "de " + d.name,
  dataOf: (d: { name: string | number }) => "Dados de " + d.name,
};

export const detail = {
  websiteStatus: "Status do site",
  servicesAffected: (d: { down: number; total: number }) => plural(d.down, 0, language, { one: d.down + " de " + d.total + " " + plural(d.total, 0, language, { one: "serviço", other: "serviços" }) + " está fora do ar", other: d.down + " de " + d.total + " serviços estão fora do ar" }),
  whatHappened: "O que aconteceu",
  uptimeWeek: "Disponível (7 dias)",
  totalServices: "Total de serviços",
  servicesOnline: "Serviços online",
  servicesDown: "Serviços fora do ar",
  websiteMonitoring: "Monitoramento do site",
  noPages: "Nenhuma página deste site é monitorada.",
  networkServices: "Serviços de rede",
  networkServicesNoun: "serviços de rede",
  monitoring: (d: { tag: string | number }) => "Monitorado: " + d.tag,
  totalLoad: "Tempo total de carga",
  loadHistory: "Histórico do tempo de carga",
  responseTime: "Tempo de resposta",
  responseHistory: "Histórico do tempo de resposta",
  lastCheck: "Última verificação",
  neverChecked: "Nunca",
  dayUptime: "Disponível (24 h)",
  interval: "Intervalo",
  intervalSeconds: (d: { seconds: string | number }) => d.seconds + " s",
  stripTitle: (d: { days: number }) => "Disponibilidade em " + d.days + " dias",
  incidents: "Incidentes recentes",
  lasted: (d: { duration: string | number }) => "Durou " + d.duration,
  DOWN: "FORA DO AR",
  ERROR: "ERRO",
  SLOW: "LENTO",
  METADATA_MISSING: "META TAG AUSENTE",
  RECOVERED: "RESOLVIDO",
  verbs: "está|não|voltou",
};
