/** Messages of refused monitors of a bulk change. */
export const bulkMessages = {
  unknown: (id: number) => `There is no monitor ${id}`,
  noChecks: 'A heartbeat cannot be checked on request',
  /** @param label as 'check interval' */
  heartbeatLacks: (label: string) => `A heartbeat has no ${label}`,
  count: (expected: number, found: number) =>
    `The selection has ${found} ${found === 1 ? 'monitor' : 'monitors'}, not ${expected}: nothing was changed`,
};

/** Problems of lines, as sentences. */
export const bulkLineMessages = {
  spaces: 'A host name has no spaces.',
  scheme: (scheme: string) => `${scheme}:// is not supported: a URL starts with https:// or http://.`,
  host: (host: string) => `"${host}" is not a host name or an IP address.`,
  addressParts: (host: string) => `${host} is not an IP address: it has four parts.`,
  addressTooLarge: (host: string) => `${host} is not an IP address: each part is at most 255.`,
  port: (target: string) => `The port of ${target} must be a number from 1 to 65535.`,
  portMissing: (label: string, host: string) => `${label} needs a port, as in ${host}:7000.`,
  noPort: (label: string) => `${label} has no port.`,
  commandTarget: (name: string, needed: string, example: string) =>
    `The command "${name}" needs ${needed}, as in command ${name} ${example}.`,
  noTarget: (name: string, given: string) => `The command "${name}" takes no host or port: remove ${given}.`,
  duration: (text: string) => `"${text}" is not a length of time such as 1h or 1d.`,
  nameMissing: 'A heartbeat needs a name.',
  exists: (name: string) => `Already monitored here as "${name}"; it stays unchanged.`,
  repeated: (line: number) => `The same as line ${line}.`,
};
