import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { readMarkdown } from './markdown-text.ts';

const link = /!?\[[^\]]*\]\(([^()\s]+|[^()\s]*\([^()\s]*\)[^()\s]*)(?: "[^"]*")?\)/g;
const bare = /<(https?:[^>]*)>/g;

/** Broken links of a document, each as `target: why`. Links to other sites are only checked for their form. */
export function brokenLinks(root: string, document: string): string[] {
  const { prose } = readMarkdown(readFileSync(path.join(root, document), 'utf8'));
  const targets = [...prose.matchAll(link), ...prose.matchAll(bare)].map(([, target = '']) => target);
  return targets.flatMap((target) => {
    const reason = /^[a-z]+:/i.test(target) ? formatOutsideProblem(target) : formatLocalProblem(root, document, target);
    return reason === null ? [] : [`${target}: ${reason}`];
  });
}

function formatOutsideProblem(target: string): string | null {
  if (!canParseUrl(target)) return 'no address';
  const { protocol, hostname } = new URL(target);
  if (protocol !== 'https:' && !['localhost', '127.0.0.1'].includes(hostname)) return 'not https';
  return hostname.includes('.') || hostname === 'localhost' ? null : 'no host';
}

function formatLocalProblem(root: string, document: string, target: string): string | null {
  const [relative = '', anchor] = target.split('#', 2);
  const file = relative === '' ? document : path.join(path.dirname(document), decodeURIComponent(relative));
  if (path.isAbsolute(relative) || file.startsWith('..')) return 'outside of this repository';
  if (!existsSync(path.join(root, file))) return 'no such file';
  if (anchor === undefined) return null;
  if (!file.endsWith('.md')) return 'an anchor in what is no document';
  return readMarkdown(readFileSync(path.join(root, file), 'utf8')).anchors.has(anchor) ? null : 'no such heading';
}
