// Made by `npm run languages` from catalogues/en.json.
import { plural } from '../../speech.ts';

const language = 'en';

export const detail = {
  websiteStatus: "Website status",
  servicesAffected: (d: { down: number; total: number }) => d.down + " of " + d.total + " " + plural(d.total, 0, language, { one: "service", other: "services" }) + " " + plural(d.down, 0, language, { one: "is", other: "are" }) + " down",
  whatHappened: "What happened",
  uptimeWeek: "7-Day Uptime",
  totalServices: "Total Services",
  servicesOnline: "Services Online",
  servicesDown: "Services Down",
  websiteMonitoring: "Website Monitoring",
  noPages: "No pages of this website are monitored.",
  networkServices: "Network Services",
  networkServicesNoun: "network services",
  monitoring: (d: { tag: string | number }) => "Monitoring: " + d.tag,
  totalLoad: "Total Load Time",
  loadHistory: "Load Time History",
  responseTime: "Response Time",
  responseHistory: "Response Time History",
  lastCheck: "Last Check",
  neverChecked: "Never",
  dayUptime: "24h Uptime",
  interval: "Check Interval",
  intervalSeconds: (d: { seconds: string | number }) => d.seconds + "s",
  stripTitle: (d: { days: number }) => d.days + "-Day Uptime",
  incidents: "Recent Incidents",
  lasted: (d: { duration: string | number }) => "Lasted " + d.duration,
  DOWN: "DOWN",
  ERROR: "ERROR",
  SLOW: "SLOW",
  METADATA_MISSING: "METADATA_MISSING",
  RECOVERED: "RECOVERED",
  verbs: "is|has|lacks",
};
