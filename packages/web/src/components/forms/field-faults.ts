/** The faults of a form: nested like its fields, with a fault where a field has one. */
type Faults = Readonly<Record<string, unknown>>;

const isNested = (value: unknown): value is Faults => typeof value === 'object' && value !== null;
/** A fault has a type that is text; of a field that is called 'type' there is a fault instead. */
const isFault = ({ type }: Faults): boolean => typeof type === 'string';

/** The names of the fields with a fault, as the form names them: 'request.headers.0.value'. */
export function faultyFields(faults: Faults, parent = ''): string[] {
  return Object.entries(faults).flatMap(([name, value]) => {
    if (!isNested(value)) return [];
    return isFault(value) ? [parent + name] : faultyFields(value, `${parent}${name}.`);
  });
}

/** The fault of a field; of a list, that of its first wrong part. */
export function firstMessage(fault: unknown): string | undefined {
  if (!isNested(fault)) return undefined;
  if (typeof fault.message === 'string') return fault.message || undefined;
  return Object.values(fault).map(firstMessage).find(Boolean);
}
