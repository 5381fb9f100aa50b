import { readGreeting } from './greeting.ts';
import { serviceProbe } from './service.ts';

/** RFC 9051, section 7.1. */
export const probeImap = serviceProbe<'IMAP'>(
  readGreeting({ goodGreeting: /^\* (OK|PREAUTH)\b/i, farewell: 'a1 LOGOUT\r\n' }),
);
