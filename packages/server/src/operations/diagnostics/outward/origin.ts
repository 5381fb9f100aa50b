/** The host and port of an address, without path, user and query. */
interface Origin {
  /** In the form of sockets: an IPv6 address without brackets. */
  host: string;
  port: number;
  isSecure: boolean;
  /** Host and port, for messages. */
  shown: string;
}

export function originOf({ protocol, hostname, port: given }: URL): Origin {
  const isSecure = protocol === 'https:';
  const port = given === '' ? (isSecure ? 443 : 80) : Number(given);
  return { host: hostname.replace(/^\[|\]$/g, ''), port, isSecure, shown: `${hostname}:${port}` };
}
