import { shortTarget } from '@upvigil/core/format/monitor-name';
import { describe, expect, it } from 'vitest';
import { exampleAlertContent, exampleExtras } from '../conformance.ts';
import { plainSlackMessage, slackCapacity, slackMessage } from './slack-blocks.ts';

const storm = (count: number, target: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => exampleAlertContent({ alert_id: at, target: target(at) }));
const textsOf = ({ blocks }: ReturnType<typeof slackMessage>): string[] =>
  blocks.flatMap((block) => (block.type === 'section' && block.text ? [block.text.text] : []));

describe('a message to Slack', () => {
  it('escapes control characters everywhere', () => {
    const nasty = exampleAlertContent({ website_name: '<!here>', message: 'a <b> & c', cause: '<script>' });
    const message = slackMessage([nasty], exampleExtras, ['U1', 'U2']);
    const marked = JSON.stringify(message.blocks.filter(({ type }) => type !== 'header'));
    expect(marked).not.toMatch(/<!here>|<b>|<script>/);
    expect(textsOf(message)).toEqual(['a &lt;b&gt; &amp; c\n<@U1> <@U2>']);
    expect(message.text).toContain('a &lt;b&gt;');
    expect(textsOf(plainSlackMessage('Test', '<!channel>'))).toEqual(['&lt;!channel&gt;']);
  });

  it('respects the limits of Slack, whatever its content', () => {
    const long = exampleAlertContent({
      website_name: 'w'.repeat(500),
      message: 'm'.repeat(9000),
      cause: 'c'.repeat(9000),
    });
    for (const block of slackMessage([long], exampleExtras, []).blocks) {
      if (block.type === 'header') expect(block.text.text.length).toBeLessThanOrEqual(150);
      if (block.type !== 'section') continue;
      expect(block.text?.text.length ?? 0).toBeLessThanOrEqual(3000);
      for (const field of block.fields ?? []) expect(field.text.length).toBeLessThanOrEqual(2000);
    }
  });

  it('about many alerts names each of them, in as many sections as needed', () => {
    const contents = storm(600, (at) => `https://shop.example.com/${at}/`);
    const texts = textsOf(slackMessage(contents, exampleExtras, []));
    expect(texts.length).toBeGreaterThan(1);
    for (const { target } of contents) expect(texts.join('')).toContain(shortTarget(target));
  });

  it('has room for many short names and for few long ones, and always for one', () => {
    expect(slackCapacity(storm(100, String))).toBe(100);
    const fitting = slackCapacity(storm(500, (at) => `${at} ${'x'.repeat(200)}`));
    expect(fitting).toBeGreaterThan(30);
    expect(fitting).toBeLessThan(60);
    expect(slackCapacity(storm(1, () => 'x'.repeat(50_000)))).toBe(1);
  });
});
