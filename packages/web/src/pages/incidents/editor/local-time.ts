/** A point in time as a field `datetime-local` holds it, in the zone of this browser: '2026-11-24T11:40'. */
export function localTimeText(time: string): string {
  const local = new Date(time);
  const shifted = new Date(local.getTime() - local.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/**
 * What such a field says, as the contract has it; undefined where it is empty. A field shows whole minutes, so that a time which
 * nobody changed stays as it was, to the millisecond.
 */
export function timeOfText(text: string, original?: string): string | undefined {
  if (text === '') return undefined;
  if (original !== undefined && text === localTimeText(original)) return original;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
