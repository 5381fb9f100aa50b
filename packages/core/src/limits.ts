/** All limits, with units. Rules, forms and documents read them here. */
export const limits = {
  name: { minLength: 1, maxLength: 200 },
  description: { maxLength: 2000 },
  url: { maxLength: 2048 },
  searchText: { minLength: 1, maxLength: 200 },
  host: { maxLength: 253 },
  metadata: { maxLength: 500 },
  expectedResponse: { maxLength: 500 },
  urlTimeoutSeconds: { min: 1, max: 120 },
  networkTimeoutSeconds: { min: 1, max: 60 },
  checkIntervalSeconds: { min: 10, max: 86_400 },
  responseTimeThresholdSeconds: { min: 0.1, max: 120, step: 0.1 },
  packetLossThresholdPercent: { min: 0, max: 100 },
  failureThreshold: { min: 1, max: 10 },
  recoveryThreshold: { min: 1, max: 10 },
  /** Of one monitor. */
  tags: { most: 10, maxLength: 30 },
  /** Of one route or maintenance window. */
  tagFilters: 50,
  /** Of one monitor. */
  ancestors: 5,
  /** Of a bulk change by ids; a filter may match any number. */
  bulkIds: 1000,
  /** Of one text of new monitors. */
  bulkLines: 200,
  bulkText: { maxLength: 200_000 },
  port: { min: 1, max: 65_535 },
  cooldownMinutes: { min: 1, max: 60 },
  /** For certificates and domains: `max` days before the expiry, `most` entries. */
  expiryDays: { max: 365, most: 10, maxLength: 60 },
  brandText: { maxLength: 50 },
  logoUploadBytes: 5 * 1024 * 1024,
  logoStored: { maxWidth: 360, maxHeight: 100, targetBytes: 30 * 1024 },
  backupName: { minLength: 1, maxLength: 64 },
  hours: { min: 1, max: 8760 },
  listLimit: { min: 1, max: 1000 },
  /** Of one monitor at a time. */
  listedChecks: { min: 1, max: 10_000 },
  olderThanDays: { min: 0, max: 36_500 },
  /** Backups of the daily schedule that are kept. */
  keptScheduled: { min: 1, max: 365 },
  keepCount: { min: 0, max: 10_000 },
  passwordLength: { min: 8, max: 200 },
  /** Length of an encrypted secret in base64. */
  sealedSecret: { maxLength: 2000 },
  shareLink: {
    /** Active ones. */
    most: 500,
    name: { minLength: 1, maxLength: 100 },
    /** Days of validity, and days shown. */
    days: { min: 1, max: 365 },
    /** Per link and address. */
    viewsPerMinute: 60,
    /** Shown alerts. */
    alerts: 100,
  },
  apiToken: {
    /** Active ones. */
    most: 100,
    name: { minLength: 1, maxLength: 100 },
    days: { min: 1, max: 730 },
    /** Number of leading characters stored in plain text. */
    prefixLength: 8,
    /** Minimum number of backups that a cleanup must keep without the scope `admin`. */
    keptBackups: 3,
  },
  secondFactor: {
    /** Time to enter the first code of a new secret. */
    setUpMinutes: 30,
    /** Tries per challenge. Then the password must be entered again. */
    tries: 5,
    minutes: 5,
    recoveryCodes: 10,
    /** Wrong answers a minute from one address, before the answer is 429. */
    wrongPerMinute: 20,
    /**
     * Wrong answers an hour for one account, from all addresses without a session of that account, before the answer is
     * 429.
     */
    wrongCodesPerHour: 10,
    /** Higher for recovery codes, which have 50 bits: the user can sign in with one while an attacker guesses codes. */
    wrongRecoveryCodesPerHour: 100,
    /** Characters of a typed code, with spaces and dashes. */
    codeText: 40,
    /** Characters of a generated value. A passkey's attestation is the longest. */
    opaqueText: 20_000,
  },
  passkey: { most: 20, name: { maxLength: 100 }, transports: 10, transport: 40 },
  device: {
    minutes: 10,
    /** Between two polls for the token. */
    intervalSeconds: 5,
    userCodeLetters: 8,
    userCodeText: 40,
    /** Pending codes of all addresses. Beyond it, a new code replaces one of the network with the most. */
    waiting: 200,
    /** Pending codes of one address or IPv6 /64. Beyond it, a new code replaces the oldest. */
    waitingOfNetwork: 10,
    /** Started sign-ins and wrong codes, a minute and address. */
    perMinute: 10,
  },
  signOn: {
    /** From the redirect to the provider until its callback. */
    minutes: 10,
    codeSeconds: 60,
    /** Started sign-ins, a minute and address. */
    perMinute: 30,
  },
  user: {
    most: 200,
    email: { maxLength: 320 },
    name: { minLength: 1, maxLength: 100 },
    /** The secret part of an invitation. */
    invitation: { maxLength: 100 },
    invitationHours: 72,
    /** Dangerous actions need a sign-in or re-authentication within this time. */
    confirmedMinutes: 15,
  },
  /** Length of a list of sessions if no limit is given. */
  sessionsShown: 100,
  /** `auditText`: characters of a value. `auditChanges`: changed fields of an event. */
  auditText: 500,
  auditChanges: 100,
  /** Wrong passwords a minute from one address or IPv6 /64, before the answer is 429. */
  wrongPasswordsPerMinute: 10,
  /** Sign-ins that may wait for their password hash. One more is refused with 503. */
  waitingSignIns: 30,
  /** Untrusted text is cut to this many characters before it is stored. */
  foreignTextLength: 500,
  eventIdLength: 64,
  /** How far back an event stream may begin, relative to the load of its page. */
  eventsPastSeconds: { min: 0, max: 300 },
  redirects: 10,
  requestHeaders: 30,
  requestHeaderName: { maxLength: 100 },
  requestHeaderValue: { maxLength: 4096 },
  requestBodyBytes: 64 * 1024,
  authField: { maxLength: 2000 },
  acceptedStatus: { maxLength: 200 },
  acceptedStatusCode: { min: 200, max: 499 },
  /** A certificate chain or a key, in characters. */
  pem: { maxLength: 32_768 },
  assertions: 20,
  assertionText: { maxLength: 500 },
  /** Nesting of brackets and parentheses in a JSONPath. */
  jsonPathNesting: 32,
  /** Bytes of a decompressed body that texts and patterns search; a body above `jsonBytes` is not parsed as JSON. */
  assertionBody: { textBytes: 2 * 1024 * 1024, patternBytes: 256 * 1024, jsonBytes: 1024 * 1024 },
  /** Time to evaluate patterns, JSONPaths and HTML of one response. */
  evaluationMilliseconds: 100,
  metadataSearchBytes: 2 * 1024 * 1024,
  /** A check stops after decompressing this much: 60 KB can expand to gigabytes. */
  inflatedBodyBytes: 64 * 1024 * 1024,
  expectedResponseSearchBytes: 4 * 1024,
  /** Maximum number of bytes that a probe reads from a service, other than HTTP, in one check. */
  conversationBytes: 64 * 1024,
  /** Of one DNS monitor. */
  resolvers: 3,
  expectedRecords: 20,
  /** RFC 7301, section 3.1. */
  alpnProtocol: { maxLength: 255 },
  /** Text that a WebSocket monitor sends. */
  sentMessage: { maxLength: 4 * 1024 },
  /** In which a monitor looks for its expected text. */
  searchedMessages: 10,
  screenshotsPerUrl: 20,
  /** Recorded bytes of a response's body. */
  evidenceBodyBytes: 2048,
  /** Recorded bytes of the body in a test, to find the title of the page. */
  testedBodyBytes: 64 * 1024,
  evidenceDocumentBytes: 16 * 1024,
  evidencePerMonitor: 50,
  evidenceChecksBefore: 10,
  channels: 100,
  channelName: { minLength: 1, maxLength: 60 },
  channelSecret: { maxLength: 1000 },
  channelRecipients: 50,
  channelListEntry: { maxLength: 320 },
  webhookHeaders: 20,
  /** Of all channels together. */
  channelTestsPerMinute: 6,
  policies: 50,
  policySteps: 5,
  policyStepMinutes: { min: 0, max: 1440 },
  remindMinutes: { min: 15, max: 1440 },
  routes: 100,
  /** Websites and monitors that a route names. */
  routeTargets: 500,
  /** In a route, or in a channel's quiet hours. */
  timeSpans: 20,
  acknowledgeNote: { maxLength: 500 },
  acknowledgedAtOnce: 1000,
  silences: 500,
  silenceDays: 30,
  silenceReason: { maxLength: 200 },
  /** Length of a mark's label. */
  mark: { maxLength: 100 },
  /** An outage that begins within this time after a mark names the mark. */
  markMinutes: 30,
  maintenance: {
    windows: 200,
    /** Websites, and monitors, of a maintenance window. */
    targets: 500,
    minutes: { min: 1, max: 10_080 },
    announceHours: { min: 0, max: 720 },
    bodyLength: 10_000,
    /** Written updates of a run. */
    updates: 200,
    rruleLength: 500,
    keyLength: 100,
  },
  /** The commands file and the runs of its commands. */
  commands: {
    fileBytes: 256 * 1024,
    count: 200,
    /** Of one command, with its program. */
    elements: 200,
    name: { maxLength: 40 },
    title: { maxLength: 100 },
    memoryMb: { min: 16, max: 1_048_576, usual: 512 },
    /** In each process. */
    atOnce: 4,
    outputBytes: 10_000,
  },
  heartbeat: {
    periodSeconds: { min: 60, max: 366 * 86_400 },
    cron: { maxLength: 200 },
    graceSeconds: { min: 60, max: 31 * 86_400 },
    /** `max_runtime` and `slow_runtime`. */
    runtimeSeconds: { min: 1, max: 31 * 86_400 },
    exitCode: { min: 0, max: 255 },
    /** Kept for each heartbeat. */
    pings: 100,
    pingTexts: 20,
    /** The end of a longer body is kept. */
    textBytes: 10_000,
    /** For one key. */
    pingsPerMinute: 60,
    /** From one address. */
    unknownKeysPerMinute: 60,
  },
  reports: 20,
  reportWebsites: 500,
  incidentTitle: { maxLength: 200 },
  incidentBody: { maxLength: 10_000 },
  incidentUpdates: 200,
  /** Websites and monitors together. */
  incidentTargets: 500,
  incidentTemplates: 50,
  /** Maximum age of an incident. */
  incidentYears: 10,
  /** Duration of an outage before an incident is opened automatically. */
  automaticAfterMinutes: { min: 0, max: 60 },
  backupOverdueHours: { min: 0, max: 8760 },
  referenceTargets: 10,
  smsPerHour: 30,
  slackMentions: { maxLength: 1000 },
  recipients: { maxLength: 2000 },
} as const;
