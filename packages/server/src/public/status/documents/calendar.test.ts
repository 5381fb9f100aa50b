import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import { nastyName, publicRun, publicView } from '../testing/public-states.ts';
import { calendar } from './calendar.ts';

const minute = 60_000;
const nasty = {
  title: `Database; move, "quickly" \\ 🚧👩‍💻 ${'ü'.repeat(100)}`,
  body: 'First line, with; commas\r\nBEGIN:VEVENT\nand\\n no more\r\n\r\n🚧 end \u2028SUMMARY:x',
};

/** Throws when it is no valid calendar. */
function read(text: string) {
  const [, , parts] = ICAL.parse(text) as [string, unknown, unknown[]];
  const component = new ICAL.Component(ICAL.parse(text));
  return { parts, events: component.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) };
}

it('a calendar can be parsed: each run with its times, title and text', () => {
  const later = publicRun({
    id: 6,
    ...nasty,
    state: 'scheduled',
    starts_at: testNow + minute,
    ends_at: testNow + 5 * minute,
  });
  const text = calendar(publicView({ runs: [publicRun(), later] }));
  const { events } = read(text);
  expect(events.map(({ uid, summary, startDate, endDate }) => [uid, summary, `${startDate}`, `${endDate}`])).toEqual([
    ['maintenance-5@status.example.org', 'Move of the database', '2026-03-10T11:30:00Z', '2026-03-10T12:30:00Z'],
    ['maintenance-6@status.example.org', nasty.title, '2026-03-10T12:01:00Z', '2026-03-10T12:05:00Z'],
  ]);
  expect(events[0]?.description).toBe('We *move* it.\n\nAffects Shop');
  expect(events[1]?.description).toBe(
    'First line, with; commas\nBEGIN:VEVENT\nand\\n no more\n\n🚧 end\nSUMMARY:x\n\nAffects Shop',
  );
  expect(events[0]?.component.getFirstPropertyValue('url')).toBe('https://status.example.org/status/maintenance/5');
});

it('its lines end with CRLF, have 75 octets at most, and cut no character', () => {
  const text = calendar(publicView({ brand: nastyName, runs: [publicRun(nasty)] }));
  const lines = text.split('\r\n');
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(lines.join('')).not.toMatch(/[\r\n]/);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(text.replaceAll('\r\n ', '')).toContain('ü'.repeat(100));
  expect(Buffer.from(text).toString()).not.toContain('\ufffd'.repeat(2));
});

it('is a calendar without a run, in each language', () => {
  expect(read(calendar(publicView({ runs: [] }))).events).toEqual([]);
});
