import { kindGroups } from '@upvigil/core/contract/monitor-kinds/kind';
import type { OptionField } from '@upvigil/core/contract/monitor-kinds/option-fields';
import { type AnyNetworkKind, kindOptions, networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import { limits } from '@upvigil/core/limits';
import { madeBy, page, table } from './markdown.ts';

const kinds: readonly AnyNetworkKind[] = Object.values(networkMonitorKinds);
const optionsByName: readonly [string, OptionField][] = Object.entries<OptionField>(kindOptions);

/** Every kind of network monitor, and every option with its values, default and kinds. */
export const monitorKindsPage = (): string =>
  page(
    madeBy,
    '# Kinds of network monitors',
    'A kind is the value of `monitor_type`. Its options are the members of `options`; an option that is null or absent has its default. [Web pages](../requests.md) are monitors of their own.',
    table(['group', 'kind', 'name', 'what a check does', 'usual ports'], kindGroups.flatMap(rowsOf)),
    '## Options',
    table(
      ['option', 'must be', 'default', 'kinds'],
      optionsByName.map(([name, field]) => [`\`${name}\``, valuesOf(field), defaultOf(field), kindsWith(name)]),
    ),
    'Passwords, client keys and secret headers are encrypted in the database and masked in answers. A masked value in a change keeps the stored one while type, host, port and TLS settings stay.',
  );

const rowsOf = (group: string): string[][] =>
  kinds
    .filter((kind) => kind.group === group)
    .map(({ type, label, summary, note, ports = [], port }) => [
      group,
      `\`${type}\``,
      label,
      note === undefined ? summary : `${summary} ${note}`,
      port === 'required' ? ports.map((usual) => `${usual.port}: \`${usual.security}\``).join(', ') : portWords[port],
    ]);

const portWords = { none: 'none', optional: 'if the command has a port' };

function valuesOf(field: OptionField): string {
  const hint = field.hint ? `; ${field.hint}` : '';
  switch (field.kind) {
    case 'text':
    case 'secret':
      return `text of at most ${field.maxLength} characters${hint}`;
    case 'pem':
      return `PEM${hint}`;
    case 'flag':
      return '`true` or `false`';
    case 'choice':
      return field.choices.map((choice) => `\`${choice}\``).join(', ') + hint;
    case 'security':
      return '`none`, `tls`; of SMTP also `starttls`';
    case 'command':
      return `name of a command of the commands file${hint}`;
    case 'lines':
      return `at most ${field.most} texts of at most ${field.maxLength} characters${hint}`;
    case 'headers':
      return `at most ${limits.requestHeaders} of \`{name, value, secret}\``;
  }
}

function defaultOf({ kind, initial }: OptionField): string {
  if (kind === 'security') return 'that of the port, else `none`';
  return initial === '' || (Array.isArray(initial) && initial.length === 0) ? 'none' : `\`${String(initial)}\``;
}

const kindsWith = (name: string): string =>
  kinds.flatMap(({ type, options }) => (Object.hasOwn(options, name) ? [`\`${type}\``] : [])).join(', ');
