import { limits } from '../../limits.ts';

/**
 * Errors of refused input. Each names what is wrong and what would be right. Apart from other texts, because pages load
 * it with the schemas.
 */
export const inputMessages = {
  bodyObject: 'The body must be a JSON object',
  unknownField: (field: string, nearest: string | null) =>
    `Unknown field "${field.slice(0, 100)}"${nearest === null ? '' : `: did you mean "${nearest}"?`}`,
  required: (label: string) => `${label} is required`,
  commandName: 'Command must be a name of the commands file: a-z, 0-9 and -',
  tooLong: (label: string, max: number) => `${label} must have at most ${max} characters`,
  between: (label: string, min: number, max: number, unit = '') =>
    `${label} must be between ${min} and ${max}${unit ? ` ${unit}` : ''}`,
  whole: (label: string) => `${label} must be a whole number`,
  number: (label: string) => `${label} must be a number`,
  httpUrl: {
    none: (label: string) => `${label} must be a full address that starts with http:// or https://`,
    scheme: (label: string) => `${label} must be a full address that starts with http:// or https://`,
    host: (label: string) => `${label} must have a host name of at most ${limits.host.maxLength} characters`,
    port: (label: string) => `${label} must have a port between ${limits.port.min} and ${limits.port.max}`,
    credentials: (label: string) =>
      `${label} must have its user name and password percent-encoded: a % is written %25, other signs as UTF-8`,
  },
  host: (label: string) => `${label} must be a host name or an IP address, without a scheme, a path or a port`,
  invisible: (label: string, found: string) => `${label} must not contain ${found}: delete it, or type the text`,
  oneLine: (label: string) => `${label} must be one line without control characters`,
  tag: `A tag must have 1 to ${limits.tags.maxLength} of the characters a-z, 0-9, dot, underscore, colon and dash`,
  tags: `Tags must be at most ${limits.tags.most}`,
  tagFilters: `Tags must be at most ${limits.tagFilters}`,
  tagTerms: `tag must be at most ${limits.tags.most} tags or prefixes such as env:, separated by commas, each with ! before it for monitors without it`,
  portRequired: (kind: string) => `Port is required for a monitor of type ${kind}`,
  oneSchedule: 'Give either a period or a cron expression',
  heartbeatKey: 'Key must have 10 to 64 letters, digits, dashes or underscores',
  backupName: `Backup name must have ${limits.backupName.minLength} to ${limits.backupName.maxLength} letters, digits, dots, dashes or underscores`,
  bulkIds: `ids must be 1 to ${limits.bulkIds} ids of monitors`,
  bulkLines: `The text must have at most ${limits.bulkLines} lines`,
  oneSelection: 'Give either ids or filter',
  expectedCount: 'expected_count is required to delete',
  foreignChange: (name: string, action: string) => `${name} is no change of the action ${action}`,
  noChange: 'changes must have at least one field',
  choice: (label: string, choices: readonly string[]) => `${label} must be one of ${choices.join(', ')}`,
  oneEmail: (label: string) => `${label} must be one email address`,
  email: (label: string) => `${label} must hold email addresses, separated by commas`,
  phone: (label: string) => `${label} must hold phone numbers with digits and an optional +, separated by commas`,
  sixDigits: 'The code must have 6 digits',
  oneAnswer: 'Give one of code, recovery_code and passkey',
  deviceCode: 'The code has 8 letters',
  signalRecipients: 'Recipients must be numbers with + and digits, groups as group.…, or user names as u:…',
} as const;

/** Errors of a maintenance rule or time. */
export const maintenanceSentences = {
  noRule: 'Repeat must be a rule, such as FREQ=WEEKLY;BYDAY=SU',
  twice: (part: string) => `Repeat has ${part} twice`,
  unknownPart: (part: string) =>
    `Repeat may have FREQ, INTERVAL, BYDAY, BYMONTHDAY, COUNT and UNTIL, and not ${part.slice(0, 20)}`,
  frequency: 'Repeat must have FREQ=DAILY, FREQ=WEEKLY or FREQ=MONTHLY',
  interval: (most: number) => `INTERVAL must be between 1 and ${most}`,
  count: 'COUNT must be between 1 and 9999',
  until: 'UNTIL must be a date or a time, such as 20271231 or 20271231T235959Z',
  countAndUntil: 'Repeat may have COUNT or UNTIL, and not both',
  byDay: 'BYDAY must be days, such as MO,TU; with FREQ=MONTHLY also 1MO to 4MO and -1MO',
  nthOfMonth: 'BYDAY may have a number only with FREQ=MONTHLY',
  byMonthDay: 'BYMONTHDAY must be days from 1 to 31, or -1 for the last',
  monthDayOfWeek: 'BYMONTHDAY goes with FREQ=DAILY or FREQ=MONTHLY',
  noDate: 'Repeat must include at least one date',
  startsAt: 'Start must be a date and a time, such as 2027-03-28T02:30',
  startsBefore: 'Start must not be in the past',
  overlaps: 'Repeat must let each run end before the next one begins',
  noTarget: 'website_ids, monitor_ids or tags must name at least one target',
  keepRunning: 'It is in progress: end it first',
  over: 'It is over',
  notBegun: 'It has not begun: change or delete its window',
  notLonger: 'The end must be after the current one',
  tooLong: (minutes: number) => `It may last ${minutes} minutes at most`,
  runsInto: 'The next time of the same window begins before that',
} as const;
