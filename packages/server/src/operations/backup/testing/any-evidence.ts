import type { EvidenceDocument } from '@upvigil/core/contract/evidence';

/** A recorded response with a value in each field. */
export const anyEvidence: EvidenceDocument = {
  is_up: false,
  error_message: 'HTTP 503',
  location: 'Bucharest',
  request: { method: 'POST', url: 'https://example.org/?key=[removed]', headers: [{ name: 'accept', value: '*/*' }] },
  resolved: { name: 'example.org', addresses: ['192.0.2.1', '2001:db8::1'] },
  address: '192.0.2.1:443',
  response_time: 0.42,
  packet_loss: 12.5,
  phases: { dns: 0.012345, connect: 0.02, tls: 0.04, first_byte: 0.3, transfer: null },
  status_line: 'HTTP/1.1 503 Service Unavailable',
  headers: [{ name: 'set-cookie', value: '[removed]' }],
  body: '<h1>Overloaded</h1>\n\t"ünïcode" 🚦',
  output: 'DISK OK\n',
  certificate: {
    subject: 'example.org',
    names: ['example.org'],
    issuer: 'Test authority',
    fingerprint: 'ab'.repeat(32),
    valid_from: '2026-10-01T00:00:00.000Z',
    valid_to: null,
  },
  checks_before: [
    {
      checked_at: '2026-11-20T18:23:00.000Z',
      is_up: true,
      status_code: 200,
      response_time: 0.1,
      error_message: null,
    },
  ],
};
