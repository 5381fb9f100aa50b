import { longRangeIds, timeRanges } from './time-ranges.ts';

const longRanges = longRangeIds.map((id) => timeRanges[id]);

/** Every default, each with its unit. */
export const defaults = {
  brandText: 'Upvigil',
  /** Displayed size of a logo, in pixels. */
  logoShown: { maxWidth: 180, maxHeight: 50 },
  productName: 'Upvigil',
  tokenStorageKey: 'token',
  /** Of monitors of all kinds. */
  monitor: { parent_id: null, recovery_threshold: 1 },
  url: {
    timeout: 30,
    response_time_threshold: 5,
    check_interval: 60,
    enabled: true,
    check_mode: 'http',
    failure_threshold: 2,
  },
  /** Offered beside the field of the check interval. */
  intervalPresetSeconds: [30, 60, 300, 900],
  /** Timeout of one request that finds the scheme of a typed address, see rules/typed-address.ts. */
  trialTimeoutSeconds: 5,
  networkMonitor: {
    monitor_type: 'TCP_PORT',
    timeout: 10,
    check_interval: 60,
    response_time_threshold: 5,
    packet_loss_threshold: 50,
    enabled: true,
    failure_threshold: 2,
  },
  heartbeat: {
    time_zone: 'UTC',
    grace: 300,
    enabled: true,
    failure_threshold: 1,
    post_only: false,
  },
  /** Applies to all channels; each channel's own settings stand in channel-kinds. */
  notifications: {
    alert_on_down: true,
    alert_on_slow: true,
    alert_on_metadata_missing: true,
    alert_on_recovery: true,
    alert_on_certificate: true,
    alert_on_domain: true,
    cooldown_minutes: 15,
    /** Days before the expiry of a certificate or a domain. */
    cert_alert_days: '30,14,7,1',
    domain_check_enabled: false,
    domain_alert_days: '30,14,7,1',
  },
  general: {
    /** Hours after which a backup is overdue; 0: no notice. */
    backup_overdue_hours: 0,
    heartbeat_url: '',
    /** Hosts and TCP ports that are almost always reachable. The offline detector connects to them. */
    reference_targets: ['1.1.1.1:443', '9.9.9.9:443', '208.67.222.222:443'],
    /** Whether to drill each built-in channel automatically. Added channels always are. */
    drill_channels: { email: false, sms: false, slack: false },
    /** Whether outages open incidents automatically, and after how many minutes. */
    automatic_incidents: 'off',
    automatic_after_minutes: 3,
    uptime_counts_maintenance: false,
  },
  /** Offered on the Backup page. */
  offeredBackupOverdueHours: 26,
  drillDays: 30,
  /**
   * A monitor counts as not checked after this many intervals, but not before `leastSeconds`. On public pages
   * `leastFaultySeconds` applies if checks are known to fail. `longIntervals` and `longSeconds` apply to notifications.
   */
  notChecked: { intervals: 3, leastSeconds: 300, leastFaultySeconds: 30, longIntervals: 5, longSeconds: 3600 },
  /** A channel counts as not proven after this many days. */
  unprovenDays: 45,
  /** Windows in hours. */
  hours: { dashboard: 24, urlHistory: 24, alerts: 24, networkStats: 24, notices: 24, marks: 24, audit: 168 },
  dashboardRanges: [
    { hours: 1, label: 'Last Hour' },
    { hours: 6, label: 'Last 6 Hours' },
    { hours: 24, label: 'Last 24 Hours' },
    { hours: 48, label: 'Last 48 Hours' },
    { hours: 168, label: 'Last Week' },
    ...longRanges,
  ],
  alertRangesHours: [1, 6, 24, 72, 168, ...longRanges.map(({ hours }) => hours)],
  clearOldAlertsDays: 7,
  /** Duration of a mute if none is given. */
  muteHours: 1,
  maintenance: { title: 'Maintenance', announceHours: 24 },
  keepBackups: 10,
  backupSchedule: { enabled: false, time: '03:00', time_zone: 'UTC', keep: 14 },
  /** Days of validity of an API token, and days before its expiry on which a notice is sent. */
  apiToken: { days: 90, warnDays: [14, 3] },
  /** Days of validity of a share link, and days that it shows initially. */
  shareLinkDays: 30,
  shareDays: 30,
  /** A share shows hours up to this many days, else days. */
  shareHourlyDays: 7,
  auditLimit: 100,
  monitorsLimit: 100,
  networkChecksLimit: 100,
  networkAlertsLimit: 50,
  recentAlertsShown: 5,
  recentIncidents: { days: 7, limit: 20 },
  dayStripDays: 30,
  uptimeLevels: { goodPercent: 99, fairPercent: 95 },
  /** Seconds between two refreshes of a page. */
  refreshSeconds: { dashboard: 60, urlHistory: 30, publicStatus: 30 },
  statusChartHeightPx: 100,
  responseTimePoints: { hours: 24, minutesPerPoint: 15 },
  /** The re-check of an unconfirmed problem comes after this time or the interval, whichever is shorter. */
  confirmationSeconds: 5,
  ping: { echoRequests: 4, gapMilliseconds: 200 },
  imapTlsPort: 993,
  screenshots: { maxWidthPx: 1280, maxAgeMinutes: 60 },
} as const;
