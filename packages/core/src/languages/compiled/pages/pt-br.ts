// Made by `npm run languages` from catalogues/pt-BR.json.
import { plural } from '../../speech.ts';

const language = 'pt-BR';

export const common = {
  skip: "Ir para o conteúdo",
  themeSystem: "Sistema",
  themeLight: "Claro",
  themeDark: "Escuro",
  theme: (d: { choice: string | number }) => "Tema: " + d.choice,
  themeChange: (d: { choice: string | number; next: string | number }) => "Tema: " + d.choice + ". Mudar para " + d.next,
  loading: "Carregando",
  justNow: "há menos de um minuto",
  brokenTitle: "Não foi possível mostrar esta página",
  brokenMessage: "Ocorreu um erro, ou o Upvigil foi atualizado depois que esta janela foi aberta. O monitoramento continua.",
  reload: "Recarregar",
};

export const states = {
  operational: "Operacional",
  issues: "Problemas detectados",
  noDataYet: "Ainda sem dados",
  underMaintenance: "Em manutenção",
};

export const publicStates = {
  allOperational: "Todos os sistemas operacionais",
  partialOutage: "Interrupção parcial",
  down: "Fora do ar",
  online: "Online",
  offline: "Offline",
};

export const lists = {
  filter: (d: { noun: string | number }) => "Filtrar " + d.noun,
  search: (d: { noun: string | number }) => "Buscar " + d.noun,
  placeholder: "Buscar…",
  sort: "Ordem",
  shownOf: (d: { shown: string | number; total: string | number }) => d.shown + " de " + d.total,
  reset: "Redefinir",
  showMore: (d: { count: string | number }) => "Mostrar mais: " + d.count,
};

export const days = {
  day: (d: { number: string | number }) => "Dia " + d.number,
  dayIs: (d: { day: string | number; state: string | number }) => d.day + ": " + d.state,
  daysAgo: (d: { count: number }) => plural(d.count, 0, language, { one: "há " + d.count + " dia", other: "há " + d.count + " dias" }),
  today: "Hoje",
  up: "operacional",
  warn: "degradado",
  outage: "interrupção",
  none: "sem dados",
  noData: "Sem dados",
  uptimeAndState: (d: { percent: string | number; state: string | number }) => d.percent + " disponível, " + d.state,
  withOutage: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " dia com interrupção", other: d.count + " dias com interrupção" }),
  degraded: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " dia degradado", other: d.count + " dias degradados" }),
  withoutData: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " dia sem dados", other: d.count + " dias sem dados" }),
  downFor: (d: { duration: string | number }) => d.duration + " fora do ar",
  downIn: (d: { down: string | number; outages: string | number }) => d.down + " em " + d.outages,
  outages: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " interrupção", other: d.count + " interrupções" }),
  checks: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " verificação", other: d.count + " verificações" }),
  info: "manutenção",
  withMaintenance: (d: { count: number }) => plural(d.count, 0, language, { one: d.count + " dia com manutenção", other: d.count + " dias com manutenção" }),
  maintenanceFor: (d: { duration: string | number }) => "manutenção " + d.duration,
};

export const pages = {
  language: "Idioma",
  title: "Status do sistema",
  subtitle: "Status de todos os serviços em tempo real",
  noWebsites: "Nenhum site é monitorado ainda",
  oneAffected: (d: { affected: string | number; name: string | number; total: number }) => d.affected + " de " + d.total + " sites tem um problema: " + d.name,
  someAffected: (d: { affected: string | number; total: number }) => d.affected + " de " + d.total + " sites têm um problema",
  nothingChecked: "Nada foi verificado ainda",
  partlyChecked: (d: { total: number; up: number }) => d.up + " de " + d.total + " sites no ar; os demais ainda não foram verificados",
  two: (d: { first: string | number; second: string | number }) => d.first + " e " + d.second,
  andMore: (d: { count: string | number; first: string | number; second: string | number }) => d.first + ", " + d.second + " e mais " + d.count,
  websites: "sites",
  show: "Mostrar",
  all: "todos",
  issuesOnly: "só com problemas",
  noMatch: "Nenhum site corresponde aos filtros",
  urls: "URLs",
  network: "Rede",
  uptimeDay: "Disponível (24 h)",
  averageLoad: "Carga média",
  stripOf: (d: { name: string | number }) => "Disponibilidade de " + d.name + " em 30 dias",
  viewDetails: "Ver detalhes",
  ofName: (d: { name: string | number }) => "de " + d.name,
  keyName: "Legenda das barras diárias",
  keyUp: "99% ou mais",
  keyWarn: "de 95 a 99%",
  keyDown: "abaixo de 95%",
  keyNone: "sem dados",
  keyHeight: "Quanto mais alta a barra, mais tempo fora do ar.",
  maintenances: "Manutenção",
  runScheduled: "Agendada",
  runInProgress: "Em andamento",
  runVerifying: "Em verificação",
  updated: "Última atualização:",
  never: "nunca",
  refreshing: (d: { seconds: number }) => "Atualização automática a cada " + d.seconds + " segundos",
  zone: (d: { zone: string | number }) => "Horários em " + d.zone + "; os dias das barras são em UTC",
  errorTitle: "Erro ao carregar o status",
  loadFailed: "Não foi possível carregar o status",
  tryAgain: "Tentar novamente",
  noDescription: "Sem descrição",
  openIncidents: "Incidentes abertos",
  statusInvestigating: "Em investigação",
  statusIdentified: "Causa identificada",
  statusMonitoring: "Em observação",
  incidentHistory: "Histórico de incidentes",
};
