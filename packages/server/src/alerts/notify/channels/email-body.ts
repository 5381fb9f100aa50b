import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { escapeHtml } from '@upvigil/core/format/meta-tag';
import type { MessageExtras } from '../channel.ts';
import type { AlertContent } from '../message/alert-content.ts';
import { alertsLink, type Fact, facts, foldedTitle, listLine, monitorLink, moreWords } from '../message/message.ts';

/** The body of an email in both forms. */
export interface EmailBody {
  text: string;
  html: string;
}

/** Limit of alerts named in an email: a few hundred KB. */
export const mostNamedInEmail = 500;

/** One alert with all its facts, or a list of several. `more`: the number of alerts that are only counted. */
export function emailBody(
  contents: readonly AlertContent[],
  { publicUrl, acknowledgeUrl }: Pick<MessageExtras, 'publicUrl' | 'acknowledgeUrl'>,
  more: readonly AlertContent[] = [],
): EmailBody {
  const [first] = contents;
  const acknowledge = acknowledgeUrl === null ? [] : [{ label: 'Acknowledge', value: acknowledgeUrl }];
  if (contents.length === 1 && more.length === 0 && first) {
    return bodyOfOne(first, [{ label: 'Details', value: monitorLink(publicUrl, first) }, ...acknowledge]);
  }
  const label = more.length > 0 ? moreWords(more.length) : 'Details';
  return bodyOfMany(contents, foldedTitle([...contents, ...more]), [
    { label, value: alertsLink(publicUrl) },
    ...acknowledge,
  ]);
}

/** A message without an alert. */
export const plainBody = (text: string): EmailBody => ({
  text: `${text}\n`,
  html: page(neutral, text, `<p>${escapeHtml(text)}</p>`),
});

/** A message without an alert, given in both forms. */
export function laidOutBody(
  title: string,
  text: string,
  html: string,
  links: readonly { label: string; url: string }[],
): EmailBody {
  const anchors = links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`);
  return { text: `${text}\n`, html: page(neutral, title, html + anchors.join('')) };
}

function bodyOfOne(content: AlertContent, links: readonly Fact[]): EmailBody {
  const known = [...facts(content), ...tagFacts(content)];
  const rows = [...known, ...links];
  const width = Math.max(...rows.map(({ label }) => label.length)) + 3;
  const lines = rows.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`);
  const html = [
    ...known.map(({ label, value }) => rowHtml(label, escapeHtml(value))),
    ...links.map(({ label, value }) => rowHtml(label, anchor(value))),
  ];
  return {
    text: `${content.message}\n\n${lines.join('\n')}\n`,
    html: page(colours[content.alert_type], content.message, `<table role="presentation">${html.join('')}</table>`),
  };
}

/** Tags are in email only: texts for phones and chats are short, and those for programs have fields. */
const tagFacts = ({ tags }: AlertContent): Fact[] =>
  tags.length === 0 ? [] : [{ label: 'Tags', value: tags.join(', ') }];

const lineWithTags = (content: AlertContent): string =>
  content.tags.length === 0 ? listLine(content) : `${listLine(content)} [${content.tags.join(', ')}]`;

const rowHtml = (label: string, value: string): string =>
  `<tr><th class="label" align="left" valign="top">${escapeHtml(label)}</th><td>${value}</td></tr>`;

const anchor = (link: string): string => `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;

function bodyOfMany(contents: readonly AlertContent[], title: string, links: readonly Fact[]): EmailBody {
  const items = contents.map(
    (content) =>
      `<li style="border-left:4px solid ${colours[content.alert_type]}">${escapeHtml(lineWithTags(content))}</li>`,
  );
  const lines = links.map(({ label, value }) => `${label}: ${value}`);
  const anchors = links.map(({ label, value }) => (label === 'Details' ? anchor(value) : `${label}: ${anchor(value)}`));
  return {
    text: `${title}\n\n${contents.map(lineWithTags).join('\n')}\n\n${lines.join('\n')}\n`,
    html: page(neutral, title, `<ul>${items.join('')}</ul>${anchors.map((link) => `<p>${link}</p>`).join('')}`),
  };
}

/** Readable on white and on black. */
const neutral = '#6b7280';
const colours: Record<AlertType, string> = {
  DOWN: '#dc2626',
  ERROR: '#dc2626',
  SLOW: '#d97706',
  METADATA_MISSING: neutral,
  RECOVERED: '#16a34a',
  CERT_EXPIRING: '#d97706',
  DOMAIN_EXPIRING: '#d97706',
};

/** Declares both colour schemes and sets no background, so that mail programs do not change the colours. */
const page = (colour: string, title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}
body{margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#111827}
h1{font-size:18px;margin:0 0 16px;padding-left:12px}th,td{padding:2px 16px 2px 0;overflow-wrap:anywhere}
.label{font-weight:600;white-space:nowrap}ul{list-style:none;margin:0;padding:0}li{margin:0 0 6px;padding-left:8px}
a{color:#2563eb}@media (prefers-color-scheme:dark){body{color:#f3f4f6}a{color:#93c5fd}}</style></head>
<body><h1 style="border-left:6px solid ${colour}">${escapeHtml(title)}</h1>${content}</body></html>
`;
