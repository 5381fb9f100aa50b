/** Every limit, each with its unit. Rules, forms and documents take them from here. */
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
  port: { min: 1, max: 65_535 },
  cooldownMinutes: { min: 1, max: 60 },
  /** Of a certificate or a domain: days before the end, and how many of them. */
  expiryDays: { max: 365, most: 10, maxLength: 60 },
  brandText: { maxLength: 50 },
  logoUploadBytes: 5 * 1024 * 1024,
  logoStored: { maxWidth: 360, maxHeight: 100, targetBytes: 30 * 1024 },
  backupName: { minLength: 1, maxLength: 64 },
  hours: { min: 1, max: 8760 },
  listLimit: { min: 1, max: 1000 },
  olderThanDays: { min: 0, max: 36_500 },
  keepCount: { min: 0, max: 10_000 },
  passwordLength: { min: 8, max: 200 },
  /** Of a secret as it is stored: sealed, and in base64. */
  sealedSecret: { maxLength: 2000 },
  shareLink: {
    /** Those that are live. */
    most: 500,
    name: { minLength: 1, maxLength: 100 },
    /** That it is good for, and that it shows. */
    days: { min: 1, max: 365 },
    /** Of one link, from one address. */
    viewsPerMinute: 60,
    /** That it shows. */
    alerts: 100,
  },
  apiToken: {
    /** Those that are live. */
    most: 100,
    name: { minLength: 1, maxLength: 100 },
    days: { min: 1, max: 730 },
    /** So many of its first characters are stored readable. */
    prefixLength: 8,
    /** Whoever may not do all keeps so many backups at least. */
    keptBackups: 3,
  },
  secondFactor: {
    /** For so long a secret waits for its first code. */
    setUpMinutes: 30,
    /** Of a challenge, then the password is wanted again. */
    tries: 5,
    minutes: 5,
    recoveryCodes: 10,
    /** Wrong answers a minute from one address, before the answer is 429. */
    wrongPerMinute: 20,
    /** Wrong answers an hour about one person, from all addresses in which that person is not signed in, before the answer is 429. */
    wrongCodesPerHour: 10,
    /** The same of recovery codes, which have 50 bits: the owner can still sign in with one while somebody guesses codes. */
    wrongRecoveryCodesPerHour: 100,
    /** Characters of what a person types, with spaces and dashes. */
    codeText: 40,
    /** Characters of what a program made: a passkey's attestation is the longest. */
    opaqueText: 20_000,
  },
  passkey: { most: 20, name: { maxLength: 100 }, transports: 10, transport: 40 },
  device: {
    minutes: 10,
    /** Between two questions for the token. */
    intervalSeconds: 5,
    userCodeLetters: 8,
    userCodeText: 40,
    /** Codes that wait, of all addresses together: then the network that has most loses one to a newcomer. */
    waiting: 200,
    /** Codes that wait from one address, or one IPv6 /64: then its oldest goes. */
    waitingOfNetwork: 10,
    /** Begun a minute from one address, and wrong codes. */
    perMinute: 10,
  },
  signOn: {
    /** From the start at the provider to the way back. */
    minutes: 10,
    codeSeconds: 60,
    /** Begun a minute from one address. */
    perMinute: 30,
  },
  user: {
    most: 200,
    email: { maxLength: 320 },
    name: { minLength: 1, maxLength: 100 },
    /** Of the secret part of an invitation. */
    invitation: { maxLength: 100 },
    invitationHours: 72,
    /** Dangerous actions need a sign-in or a confirmation within so many minutes. */
    confirmedMinutes: 15,
  },
  /** Of a list of sessions, where nobody says. */
  sessionsShown: 100,
  /** Of a value in the audit, and of how many of one change. */
  auditText: 500,
  auditChanges: 100,
  /** Wrong passwords a minute from one address, or one IPv6 /64, before the answer is 429. */
  wrongPasswordsPerMinute: 10,
  /** Sign-ins that may wait for their password to be compared. One more is answered with 503. */
  waitingSignIns: 30,
  /** Characters to which text that a target answered is cut before it is stored. */
  foreignTextLength: 500,
  eventIdLength: 64,
  /** An event stream begins with what changed since its page was read, if that was so long ago at most. */
  eventsPastSeconds: { min: 0, max: 300 },
  redirects: 10,
  requestHeaders: 30,
  requestHeaderName: { maxLength: 100 },
  requestHeaderValue: { maxLength: 4096 },
  requestBodyBytes: 64 * 1024,
  authField: { maxLength: 2000 },
  acceptedStatus: { maxLength: 200 },
  acceptedStatusCode: { min: 200, max: 499 },
  /** A chain of certificates or a key, in characters. */
  pem: { maxLength: 32_768 },
  assertions: 20,
  assertionText: { maxLength: 500 },
  /** Brackets and parentheses around each other, in a JSONPath. */
  jsonPathNesting: 32,
  /** Of a body, decompressed: what is searched for a text, what for a pattern; a longer one is not read as JSON. */
  assertionBody: { textBytes: 2 * 1024 * 1024, patternBytes: 256 * 1024, jsonBytes: 1024 * 1024 },
  /** What judging one answer by patterns, JSONPaths and HTML may take. */
  judgingMilliseconds: 100,
  metadataSearchBytes: 2 * 1024 * 1024,
  /** A body is read and inflated up to this, then the check ends: 60 KB can hold gigabytes. */
  inflatedBodyBytes: 64 * 1024 * 1024,
  expectedResponseSearchBytes: 4 * 1024,
  screenshotsPerUrl: 20,
  /** Of an answer's body, in the evidence of an alert. */
  evidenceBodyBytes: 2048,
  evidenceDocumentBytes: 16 * 1024,
  evidencePerMonitor: 50,
  evidenceChecksBefore: 10,
  channels: 100,
  channelName: { minLength: 1, maxLength: 60 },
  channelSecret: { maxLength: 1000 },
  channelRecipients: 50,
  channelListEntry: { maxLength: 320 },
  webhookHeaders: 20,
  /** Tests of channels, of all together. */
  channelTestsPerMinute: 6,
  policies: 50,
  policySteps: 5,
  policyStepMinutes: { min: 0, max: 1440 },
  remindMinutes: { min: 15, max: 1440 },
  routes: 100,
  /** Of a route: websites and monitors that it names. */
  routeTargets: 500,
  /** Spans of time, of a route or of a channel's quiet hours. */
  timeSpans: 20,
  acknowledgeNote: { maxLength: 500 },
  acknowledgedAtOnce: 1000,
  silences: 500,
  silenceDays: 30,
  silenceReason: { maxLength: 200 },
  /** Of a mark's label. */
  mark: { maxLength: 100 },
  /** An outage that begins so long after a mark says so. */
  markMinutes: 30,
  maintenance: {
    windows: 200,
    /** Websites, and monitors, of a window. */
    targets: 500,
    minutes: { min: 1, max: 10_080 },
    announceHours: { min: 0, max: 720 },
    bodyLength: 10_000,
    rruleLength: 500,
    keyLength: 100,
  },
  reports: 20,
  reportWebsites: 500,
  incidentTitle: { maxLength: 200 },
  incidentBody: { maxLength: 10_000 },
  incidentUpdates: 200,
  /** Websites and monitors together. */
  incidentTargets: 500,
  incidentTemplates: 50,
  /** How far back an incident may lie. */
  incidentYears: 10,
  /** Duration of an outage before an incident is opened automatically. */
  automaticAfterMinutes: { min: 0, max: 60 },
  backupOverdueHours: { min: 0, max: 8760 },
  referenceTargets: 10,
  smsPerHour: 30,
  slackMentions: { maxLength: 1000 },
  recipients: { maxLength: 2000 },
} as const;
