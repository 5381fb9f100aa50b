import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { defaultNotificationSettings, settingsEndpoints } from '@upvigil/core/contract/settings';
import { variableRules } from '@upvigil/server/base/config/config';
import { describe, fieldsOf } from './json-schema.ts';
import { madeBy, page, table } from './markdown.ts';
import { operations } from './operations.ts';

const value = (given: unknown): string => (given === null ? 'none' : `\`${JSON.stringify(given)}\``);

/** Values of switches. */
const variableValue = (given: unknown): string =>
  typeof given === 'boolean' ? `\`${given ? 'on' : 'off'}\`` : value(given);

/** Every environment variable of the server and every notification setting, with valid values and default. */
export function settingsPage(): string {
  const { method, path: below } = settingsEndpoints.updateNotifications;
  const address = `${method} ${apiPrefix}${below}`;
  const change = operations().find((each) => `${each.method} ${each.path}` === address);
  const settings = fieldsOf(change?.requestBody?.content?.['application/json']?.schema ?? {});
  const initial: Record<string, unknown> = defaultNotificationSettings;
  return page(
    madeBy,
    '# Settings',
    '## Environment of the server',
    'Read once, at start. `docs/operating.md` explains the common ones.',
    table(
      ['variable', 'must be', 'default'],
      variableRules.map((rule) => [`\`${rule.name}\``, rule.mayBe, variableValue(rule.initial)]),
    ),
    '## Notification settings',
    `On the Settings page, and \`${address}\`.`,
    table(
      ['key', 'what it may be', 'default'],
      settings.map(({ path, schema }) => [`\`${path}\``, describe(schema), value(initial[path])]),
    ),
  );
}
