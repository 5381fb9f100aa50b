import type { Alert } from '@upvigil/core/contract/alerts';
import { acknowledgedText } from '@upvigil/core/format/alert-lines';
import { fit, widthOf } from '../output/fit.ts';
import type { Glyphs } from '../output/glyphs.ts';
import { type Line, line, span } from '../output/paint.ts';
import { dayAndTime } from '../output/times.ts';
import type { Size } from './frame/layout.ts';
import { cutSpans } from './frame/layout.ts';
import { bindingsOf, type KeyBinding, type KeyScope } from './keys/key-map.ts';

const keyWidth = 12;
const narrowKeyWidth = 5;
const helpColumn = 38;
/** Lines that stay visible: title, status line and keys. */
const screenLines = 3;

/** Help on all keys that do something here, in two columns where there is room. */
export function helpLines(scope: KeyScope, size: Size, glyphs: Glyphs): Line[] {
  const bindings = bindingsOf(scope);
  const title = line(span(' Keys', 'strong'), span('   Esc closes this', 'quiet'));
  const fits = bindings.length + 1 + screenLines <= size.rows;
  // Every key is named, if need be with fewer words.
  const entries =
    fits || size.columns >= 2 * helpColumn
      ? bindings.map((binding) => `  ${keysText(binding).padEnd(keyWidth)} ${binding.about}`)
      : bindings.map(({ keys, about }) => ` ${keyText(keys[0]).padEnd(narrowKeyWidth)} ${about}`);
  if (fits) return [title, ...entries.map((text) => line(text))];
  const half = Math.ceil(entries.length / 2);
  const width = Math.floor(size.columns / 2);
  return [
    title,
    ...Array.from({ length: half }, (_unused, row) =>
      line(fit(entries[row] ?? '', width - 1, glyphs.ellipsis), ' ', entries[half + row] ?? ''),
    ),
  ];
}

const keyWords: Record<string, string> = {
  escape: 'Esc',
  return: 'Enter',
  tab: 'Tab',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  pageUp: 'PgUp',
  pageDown: 'PgDn',
  home: 'Home',
  end: 'End',
  space: 'Space',
  'ctrl-c': 'Ctrl+C',
};
const keyText = (key: string): string => keyWords[key] ?? key;
/** The keys of a binding as a person reads them: 'Enter Right l'. */
export const keysText = ({ keys }: Pick<KeyBinding, 'keys'>): string => keys.map(keyText).join(' ');

/** A question in a frame. Every key but y means no. */
export function questionLines(text: string, { columns }: Size, { box, ellipsis }: Glyphs): Line[] {
  const answers = 'y = yes    n / Esc = no';
  const inner = Math.max(1, Math.min(columns - 4, Math.max(widthOf(text), answers.length) + 2));
  const title = ' Confirm ';
  const edge = (left: string, right: string, name: string): Line =>
    line(` ${left}${name}${box.edge.repeat(Math.max(0, inner - name.length))}${right}`);
  const row = (content: string): Line => line(` ${box.side}`, span(fit(` ${content}`, inner, ellipsis)), box.side);
  return [
    edge(box.topLeft, box.topRight, inner >= title.length ? title : ''),
    row(text),
    row(answers),
    edge(box.bottomLeft, box.bottomRight, ''),
  ].map(({ spans }) => ({ spans: cutSpans(spans, columns, ellipsis) }));
}

/** What stands above the table of an alert's deliveries. */
export const alertHead = (alert: Alert, { dot }: Glyphs): Line[] => [
  line(span(` ${alert.message}`, 'strong')),
  line(
    ` ${[alert.alert_type, dayAndTime(alert.created_at), alert.website_name, `alert #${alert.id}`].join(` ${dot} `)}`,
  ),
];

/** Severity, route and policy of an alert, and who acknowledged it: 'critical', 'route "Night"', 'acknowledged by Ann'. */
export const routingFacts = (alert: Alert): string[] => [
  ...(alert.severity === null ? [] : [alert.severity]),
  ...(alert.route === null ? [] : [`route "${alert.route}"`]),
  ...(alert.policy === null ? [] : [`policy "${alert.policy}"`]),
  ...[acknowledgedText(alert, dayAndTime)].flatMap((text) => (text === null ? [] : [`acknowledged ${text}`])),
];

/** Puts lines over the lower end of a frame, above its last line. */
export function overBottom(frame: readonly Line[], over: readonly Line[]): Line[] {
  const last = frame.at(-1);
  const kept = frame.slice(0, Math.max(0, frame.length - 1 - over.length));
  const shown = over.slice(0, Math.max(0, frame.length - kept.length - 1));
  return [...kept, ...shown, ...(last ? [last] : [])];
}
