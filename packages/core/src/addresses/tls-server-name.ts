/** The name by which a TLS server is asked for and its certificate is verified: without a final dot (RFC 6066, section 3). */
export const tlsServerName = (host: string): string => host.replace(/\.$/, '');
