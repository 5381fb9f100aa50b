import { readGreeting } from './greeting.ts';
import { serviceProbe } from './service.ts';

/** RFC 1939, section 3. */
export const probePop3 = serviceProbe<'POP3'>(readGreeting({ goodGreeting: /^\+OK\b/, farewell: 'QUIT\r\n' }));
