/** Form errors, nested like the fields. */
type Faults = Readonly<Record<string, unknown>>;

const isNested = (value: unknown): value is Faults => typeof value === 'object' && value !== null;
/** An error has a `type` that is a string. The error of a field named 'type' is an object there. */
const isFault = ({ type }: Faults): boolean => typeof type === 'string';

/** Paths of the fields with an error: 'request.headers.0.value'. */
export function faultyFields(faults: Faults, parent = ''): string[] {
  return Object.entries(faults).flatMap(([name, value]) => {
    if (!isNested(value)) return [];
    return isFault(value) ? [parent + name] : faultyFields(value, `${parent}${name}.`);
  });
}

/** Message of a field's error; for a list, of its first invalid item. */
export function firstMessage(fault: unknown): string | undefined {
  if (!isNested(fault)) return undefined;
  if (typeof fault.message === 'string') return fault.message || undefined;
  return Object.values(fault).map(firstMessage).find(Boolean);
}
