/** Every default, each with its unit. */
export const defaults = {
  brandText: 'Upvigil',
  /** How large a logo is shown, in pixels. */
  logoShown: { maxWidth: 180, maxHeight: 50 },
  productName: 'Upvigil',
  tokenStorageKey: 'token',
  url: {
    timeout: 30,
    response_time_threshold: 5,
    check_interval: 60,
    enabled: true,
    check_mode: 'http',
    failure_threshold: 2,
  },
  networkMonitor: {
    monitor_type: 'TCP_PORT',
    timeout: 10,
    check_interval: 60,
    response_time_threshold: 5,
    packet_loss_threshold: 50,
    enabled: true,
    failure_threshold: 2,
  },
  /** Of all channels; each channel's own settings stand in channel-kinds. */
  notifications: {
    alert_on_down: true,
    alert_on_slow: true,
    alert_on_metadata_missing: true,
    alert_on_recovery: true,
    alert_on_certificate: true,
    alert_on_domain: true,
    cooldown_minutes: 15,
    /** Days before the end of a certificate or a domain. */
    cert_alert_days: '30,14,7,1',
    domain_check_enabled: false,
    domain_alert_days: '30,14,7,1',
  },
  general: {
    /** Hours after which a backup is overdue; 0: no notice. */
    backup_overdue_hours: 0,
    heartbeat_url: '',
    /** Hosts and TCP ports that nearly always answer: they show whether Upvigil is offline. */
    reference_targets: ['1.1.1.1:443', '9.9.9.9:443', '208.67.222.222:443'],
    /** Whether each built-in channel is drilled by itself. Channels that were added always are. */
    drill_channels: { email: false, sms: false, slack: false },
    /** Whether outages open incidents automatically, and after how many minutes. */
    automatic_incidents: 'off',
    automatic_after_minutes: 3,
    uptime_counts_maintenance: false,
  },
  /** Offer of the Backup page. */
  offeredBackupOverdueHours: 26,
  drillDays: 30,
  /**
   * A monitor is shown as not checked after so many intervals, and after that time at least; where attempts are known to fail, public
   * pages do not wait so long. People are notified after the longer ones.
   */
  notChecked: { intervals: 3, leastSeconds: 300, leastFaultySeconds: 30, longIntervals: 5, longSeconds: 3600 },
  /** After this many days a channel is shown as not proven. */
  unprovenDays: 45,
  /** Windows in hours. */
  hours: { dashboard: 24, urlHistory: 24, alerts: 24, networkStats: 24, notices: 24, marks: 24, audit: 168 },
  dashboardRanges: [
    { hours: 1, label: 'Last Hour' },
    { hours: 6, label: 'Last 6 Hours' },
    { hours: 24, label: 'Last 24 Hours' },
    { hours: 48, label: 'Last 48 Hours' },
    { hours: 168, label: 'Last Week' },
  ],
  alertRangesHours: [1, 6, 24, 72, 168],
  clearOldAlertsDays: 7,
  /** For how long something is muted, where nobody says. */
  muteHours: 1,
  maintenance: { title: 'Maintenance', announceHours: 24 },
  keepBackups: 10,
  /** Of an API token: days that it is valid, and days before its end on which a notice is sent. */
  apiToken: { days: 90, warnDays: [14, 3] },
  /** Days that a share link is valid, and that it shows at first. */
  shareLinkDays: 30,
  shareDays: 30,
  /** Up to so many days a share shows hours, else days. */
  shareHourlyDays: 7,
  auditLimit: 100,
  networkChecksLimit: 100,
  networkAlertsLimit: 50,
  recentAlertsShown: 5,
  recentIncidents: { days: 7, limit: 20 },
  dayStripDays: 30,
  uptimeLevels: { goodPercent: 99, fairPercent: 95 },
  /** Seconds between two reads of a page. */
  refreshSeconds: { dashboard: 60, urlHistory: 30, publicStatus: 30 },
  statusChartHeightPx: 100,
  responseTimePoints: { hours: 24, minutesPerPoint: 15 },
  /** While a problem is unconfirmed, the next check comes after this or the interval, whichever is shorter. */
  confirmationSeconds: 5,
  ping: { echoRequests: 4, gapMilliseconds: 200 },
  imapTlsPort: 993,
  screenshots: { maxWidthPx: 1280, maxAgeMinutes: 60 },
} as const;
