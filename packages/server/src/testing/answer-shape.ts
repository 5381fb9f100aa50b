export interface Answer {
  status: number;
  /** The content type without parameters. */
  type: string | null;
  body: unknown;
}

/** The content of a response. Cancels an event stream after its headers. */
export async function answerOf(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? null;
  if (type !== 'text/event-stream') return { status: response.status, type, body: await bodyOf(response, type) };
  await response.body?.cancel();
  return { status: response.status, type, body: null };
}

async function bodyOf(response: Response, type: string | null): Promise<unknown> {
  if (response.status === 204) return null;
  return type === 'application/json' ? await response.json() : await response.arrayBuffer();
}

/** Objects whose keys are data and not part of the contract. */
const records = new Set(['restored', 'status_breakdown', 'paths', 'components', 'info', 'servers']);

/** The keys of an answer; of lists those of the first entry. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value instanceof ArrayBuffer) return 'bytes';
  if (typeof value !== 'object' || value === null) return 'value';
  const entries = Object.entries(value).filter(([key]) => !records.has(key));
  return Object.fromEntries(entries.map(([key, each]) => [key, shapeOf(each)]));
}
