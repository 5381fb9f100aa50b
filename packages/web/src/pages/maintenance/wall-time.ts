/** A time by the clocks of some zone as people read it: '28 Mar 2027, 02:30' of '2027-03-28T02:30'. */
export function wallTime(text: string): string {
  const at = Date.parse(`${text}:00Z`);
  if (Number.isNaN(at)) return text;
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at);
}
