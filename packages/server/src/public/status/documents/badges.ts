import type { Tone } from '@upvigil/core/status/tone';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { shownStatus, unobservedStatus } from '@upvigil/core/status/website-status';
import type { PublicWebsite } from '../view/public-view.ts';
import { english, type Locale } from './locale.ts';
import { escapeXml } from './xml.ts';

export const badgeKinds = ['status', 'uptime'] as const;
type BadgeKind = (typeof badgeKinds)[number];

/** `label` is on the left, `message` on the right. `color` is a shields.io colour name. */
export interface Badge {
  label: string;
  message: string;
  color: keyof typeof colors;
  /** When true, shields.io lets no link override the colour. */
  isError: boolean;
}

const colors = {
  brightgreen: '#3a7d00',
  yellow: '#946200',
  orange: '#b54a00',
  red: '#c62828',
  blue: '#1f5fa8',
  lightgrey: '#6b6b6b',
} as const;

/** For ids without a public website: the same for hidden and missing ones. */
export const unknownBadge = (kind: BadgeKind, locale: Locale = english): Badge => ({
  label: labelOf(kind, locale),
  message: 'N/A',
  color: 'lightgrey',
  isError: false,
});

const labelOf = (kind: BadgeKind, { texts: { documents } }: Locale): string =>
  kind === 'status' ? documents.badgeStatus : documents.badgeUptime;

export function badgeOf(kind: BadgeKind, website: PublicWebsite, locale: Locale = english): Badge {
  return kind === 'status' ? statusBadge(website, locale) : uptimeBadge(website, locale);
}

function statusBadge(website: PublicWebsite, locale: Locale): Badge {
  const { status, maintenance, monitors } = website;
  const { documents } = locale.texts;
  const badge = (message: string, color: Badge['color'], isError = false): Badge => ({
    label: labelOf('status', locale),
    message,
    color,
    isError,
  });
  if (shownStatus(website) === unobservedStatus) return badge(documents.badgeNoRecentData, 'lightgrey');
  if (status === 'unknown') return badge(documents.badgeNoData, 'lightgrey');
  if (maintenance === null && status === 'down') return badge(documents.badgeDown, 'red', true);
  if (maintenance === null && status === 'partial') return badge(documents.badgePartial, 'orange', true);
  if (monitors.some((monitor) => monitor.has_slow_alert && monitor.is_up)) return badge(documents.badgeSlow, 'yellow');
  return maintenance === null
    ? badge(documents.badgeOperational, 'brightgreen')
    : badge(documents.badgeMaintenance, 'blue');
}

const uptimeColors: Record<Tone, Badge['color']> = {
  up: 'brightgreen',
  warn: 'yellow',
  down: 'red',
  none: 'lightgrey',
};

const uptimeBadge = ({ uptime_30d }: PublicWebsite, locale: Locale): Badge => ({
  label: labelOf('uptime', locale),
  message: locale.figures.percent(uptime_30d),
  color: uptimeColors[uptimeTone(uptime_30d)],
  isError: false,
});

/** How long shields.io may cache a badge, in seconds: the minimum that it respects. */
const shieldsCacheSeconds = 300;

/** The endpoint format of shields.io (https://shields.io/badges/endpoint-badge). */
export const shieldsJson = ({ label, message, color, isError }: Badge): string =>
  JSON.stringify({ schemaVersion: 1, label, message, color, isError, cacheSeconds: shieldsCacheSeconds });

/** Pixels; about the mean width of Verdana at 11 px. `textLength` makes the text fit exactly. */
const characterWidth = 6.5;
/** Pixels, left and right together. */
const padding = 10;
const widthOf = (text: string): number => Math.round(text.length * characterWidth) + padding;

/** A flat badge. The text names the state too, for people who do not see the colour. */
export function badgeSvg({ label, message, color }: Badge): string {
  const left = widthOf(label);
  const width = left + widthOf(message);
  const title = escapeXml(`${label}: ${message}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3" fill="#fff"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#555"/>`,
    `<rect x="${left}" width="${width - left}" height="20" fill="${colors[color]}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    half(label, left / 2, left - padding),
    half(message, left + (width - left) / 2, width - left - padding),
    '</g></svg>',
  ].join('');
}

/** Drawn twice: a shadow below, the text above. */
function half(text: string, middle: number, length: number): string {
  const draw = (y: number, shadow: string) =>
    `<text x="${middle}" y="${y}" textLength="${length}"${shadow}>${escapeXml(text)}</text>`;
  return draw(15, ' aria-hidden="true" fill="#010101" fill-opacity=".3"') + draw(14, '');
}
