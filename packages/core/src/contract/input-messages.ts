import { limits } from '../limits.ts';

/** Sentences of refused input. Each names what was wrong and what would be right. Apart from the others, because pages load it with the schemas. */
export const inputMessages = {
  bodyObject: 'The body must be a JSON object',
  required: (label: string) => `${label} is required`,
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
  portRequired: (kinds: readonly string[]) => `Port is required for a ${kinds.join(' or ')} monitor`,
  backupName: `Backup name must have ${limits.backupName.minLength} to ${limits.backupName.maxLength} letters, digits, dots, dashes or underscores`,
  choice: (label: string, choices: readonly string[]) => `${label} must be one of ${choices.join(', ')}`,
  oneEmail: (label: string) => `${label} must be one email address`,
  email: (label: string) => `${label} must hold email addresses, separated by commas`,
  phone: (label: string) => `${label} must hold phone numbers with digits and an optional +, separated by commas`,
  signalRecipients: 'Recipients must be numbers with + and digits, groups as group.…, or user names as u:…',
} as const;
