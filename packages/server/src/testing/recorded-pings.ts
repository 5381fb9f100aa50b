/** A request of a real client, as its bytes came to a socket. KEY is the key of the heartbeat, HOST its server. */
export interface RecordedRequest {
  client: string;
  bytes: string;
}

const rid = '1f0e8b06-6c2c-4f2e-9d5c-6d3f5f1b7a10';

function recorded(client: string, head: readonly string[], body = ''): RecordedRequest {
  return { client, bytes: `${head.join('\r\n')}\r\n\r\n${body}` };
}

const curl = ['Host: HOST', 'User-Agent: curl/7.88.1', 'Accept: */*'];
const wget = [
  'Host: HOST',
  'User-Agent: Wget/1.21.3',
  'Accept: */*',
  'Accept-Encoding: identity',
  'Connection: Keep-Alive',
];
const requests = [
  'Host: HOST',
  'User-Agent: python-requests/2.34.2',
  'Accept-Encoding: gzip, deflate',
  'Accept: */*',
  'Connection: keep-alive',
];
const urllib = ['Accept-Encoding: identity', 'Host: HOST', 'User-Agent: Python-urllib/3.11', 'Connection: close'];
const nodeFetch = [
  'host: HOST',
  'connection: keep-alive',
  'accept: */*',
  'accept-language: *',
  'sec-fetch-mode: cors',
  'user-agent: node',
  'accept-encoding: gzip, deflate',
];
const form = 'Content-Type: application/x-www-form-urlencoded';
/** The headers of Go 1.19 for what `Post` in runitor's internal/api.go sets. */
const runitor = (length: number): string[] => [
  'Host: HOST',
  'User-Agent: runitor/v1.2.0 (+https://bdd.fi/x/runitor)',
  `Content-Length: ${length}`,
  'Content-Type: text/plain',
  'Accept-Encoding: gzip',
];

/** Commands of the documentation of Healthchecks, and `runitor -api-url`. */
export const healthchecksRequests = {
  success: [
    // curl -fsS -m 10 --retry 5 -o /dev/null URL
    recorded('curl', ['GET /ping/KEY HTTP/1.1', ...curl]),
    // curl -fsS -m 10 --retry 5 URL/$?
    recorded('curl with /$?', ['GET /ping/KEY/0 HTTP/1.1', ...curl]),
    recorded('curl -I', ['HEAD /ping/KEY HTTP/1.1', ...curl]),
    // wget URL -T 10 -t 5 -O /dev/null
    recorded('wget', ['GET /ping/KEY HTTP/1.1', ...wget]),
    recorded('wget --post-data', ['POST /ping/KEY/0 HTTP/1.1', ...wget, form, 'Content-Length: 4'], 'done'),
    recorded('requests of Python', ['GET /ping/KEY HTTP/1.1', ...requests]),
    recorded('urllib of Python', ['GET /ping/KEY HTTP/1.1', ...urllib]),
    recorded('fetch of Node', ['GET /ping/KEY HTTP/1.1', ...nodeFetch]),
    recorded('http.get of Node', ['GET /ping/KEY HTTP/1.1', 'Host: HOST', 'Connection: keep-alive']),
  ],
  start: [
    recorded('curl with a rid', [`GET /ping/KEY/start?rid=${rid} HTTP/1.1`, ...curl]),
    recorded('runitor', [`POST /ping/KEY/start?rid=${rid} HTTP/1.1`, ...runitor(0)]),
  ],
  fail: [
    // curl -fsS -m 10 --retry 5 --data-raw "$m" URL/$?
    recorded('curl --data-raw', ['POST /ping/KEY/3 HTTP/1.1', ...curl, 'Content-Length: 9', form], 'disk full'),
    recorded('runitor', [`POST /ping/KEY/3?rid=${rid} HTTP/1.1`, ...runitor(9)], 'disk full'),
    recorded('requests of Python', ['POST /ping/KEY/fail HTTP/1.1', ...requests, 'Content-Length: 9'], 'disk full'),
  ],
  log: [
    // curl -fsS -m 10 --retry 5 --data-binary @file URL/log
    recorded('curl --data-binary', ['POST /ping/KEY/log HTTP/1.1', ...curl, 'Content-Length: 9', form], 'a=b&c=d%\n'),
    recorded('runitor', ['POST /ping/KEY/log HTTP/1.1', ...runitor(9)], 'a=b&c=d%\n'),
  ],
};

const push = 'GET /api/push/KEY?status=up&msg=OK&ping= HTTP/1.1';

/** The examples in extra/push-examples and extra/uptime-kuma-push of Uptime Kuma. */
export const kumaRequests = [
  recorded('bash with curl', [push, ...curl]),
  recorded('JavaScript with fetch', [push, ...nodeFetch]),
  recorded('Python with urllib', [push, ...urllib]),
  recorded('uptime-kuma-push', [push, 'Host: HOST', 'User-Agent: Go-http-client/1.1', 'Accept-Encoding: gzip']),
];
