import { describe, expect, it } from 'vitest';
import { exampleAlertContent, exampleExtras } from '../conformance.ts';
import { plainAlerts, plainNote } from './fitting.ts';
import { capacityOf, fitsJson, fitsTitled, type JsonLayout, layOutJson, titledText, toneOf } from './plain-layout.ts';

const contents = Array.from({ length: 300 }, (_, at) => exampleAlertContent({ target: `https://example.com/${at}` }));

describe('a message as plain text', () => {
  it('has the sentence of an alert once: in the title, or in the text if the title had to cut it', () => {
    const short = plainAlerts([exampleAlertContent()], exampleExtras);
    expect(short.text).not.toContain('is down');
    const message = `Shop: https://shop.example.com/${'x'.repeat(200)} is down`;
    expect(plainAlerts([exampleAlertContent({ message })], exampleExtras).text).toContain(message);
  });

  it('keeps its links when its text is cut', () => {
    const message = {
      title: 'Drill',
      text: 'long '.repeat(100),
      links: [{ label: 'Confirm', url: 'https://x.example/d' }],
      more: 0,
    };
    const text = titledText(message, { most: 100, unit: 'characters' });
    expect(text).toMatch(/^Drill\nlong .*…\nConfirm: https:\/\/x\.example\/d$/s);
    expect(text).toHaveLength(100);
  });

  it('lets no foreign text start a line', () => {
    const message = 'x\nSince: never\r\n\u2028Acknowledge: https://evil.example/';
    const { text, title } = plainAlerts([exampleAlertContent({ message, cause: message })], exampleExtras);
    expect(title).not.toContain('\n');
    expect(text.split('\n').map((line) => line.split(':', 1)[0])).toEqual(['Since', 'How we know', 'Fine before']);
    expect(plainNote({ purpose: 'report', title: 'a\nb', text: 'c\u0000\nd \ud83d', link: null })).toEqual({
      title: 'a b',
      text: 'c\nd \ufffd',
      links: [],
      more: 0,
    });
  });

  it('names as many as fit with the longest links', () => {
    const room = { most: 1_000, unit: 'characters' } as const;
    const count = capacityOf(contents, 'https://status.example.org', (message) => fitsTitled(message, room));
    const extras = { ...exampleExtras, acknowledgeUrl: `https://status.example.org/a/${'0'.repeat(22)}` };
    const text = titledText(plainAlerts(contents.slice(0, count), extras, contents.slice(count)), room);
    expect(text).not.toContain('…');
    expect(text).toContain(`\nand ${contents.length - count} more: https://status.example.org/alerts\n`);
    expect(text.split('\n')[0]).toContain(`${contents.length} alerts: `);
    expect(text.length).toBeGreaterThan(900);
    expect(count).toBeLessThan(contents.length);
  });
});

describe('a message as JSON', () => {
  const layout: JsonLayout<{ body: string }> = {
    text: 400,
    whole: 450,
    build: (message, body) => ({ body: body(message) }),
  };

  it.each(['plain ', '"\\', '\u{1f4a5}', 'é\n'])('of %j is limited to its bytes', (sign) => {
    const links = [{ label: 'Open', url: 'https://x.example/' }];
    const message = { title: '', text: sign.repeat(500), links, more: 0 };
    const payload = layOutJson(message, layout);
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(450);
    expect(Buffer.byteLength(payload.body)).toBeLessThanOrEqual(400);
    expect(payload.body).toMatch(/…\nOpen: https:\/\/x\.example\/$/);
    expect(fitsJson(message, layout)).toBe(false);
  });

  it('is complete if it fits', () => {
    const message = { title: '', text: '"'.repeat(200), links: [], more: 0 };
    expect(fitsJson(message, layout)).toBe(true);
    expect(layOutJson(message, layout).body).toBe(message.text);
    expect(fitsJson({ ...message, text: '"'.repeat(230) }, layout)).toBe(false);
  });
});

it.each([
  ['outage', [{ alert_type: 'SLOW', severity: 'warning' }, { alert_type: 'DOWN' }]],
  ['problem', [{ alert_type: 'RECOVERED' }, { alert_type: 'SLOW', severity: 'warning' }]],
  ['recovery', [{ alert_type: 'RECOVERED' }]],
  ['other', [{ alert_type: 'DOWN', purpose: 'acknowledgement' }]],
] as const)('%s is how urgent a message is', (tone, given) => {
  expect(toneOf({ contents: given.map((each) => exampleAlertContent(each)) })).toBe(tone);
});
