import type { OptionField } from '@upvigil/core/contract/monitor-kinds/option-fields';
import { kindOptions } from '@upvigil/core/contract/monitor-kinds/registry';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import type { Context } from '../context.ts';
import { filePathsOf } from './fields.ts';
import { kindOptionFields } from './kind-options.ts';
import { addList, type Fields, parseHeaders, withFiles, withHeaders } from './typed-request.ts';

const filePaths = filePathsOf(kindOptionFields);

/**
 * The given fields of a network monitor as the API takes them: files are read, an emptied option gets its default, and
 * headers are added to those of the monitor. @throws UsageError, file system errors
 */
export async function readOptionFields(
  given: Fields,
  { options }: Pick<NetworkMonitor, 'options'>,
  context: Pick<Context, 'terminal' | 'signal'>,
): Promise<Fields> {
  const { fields, read } = await withFiles(given, filePaths, context);
  const stored: Readonly<Record<string, unknown>> = options ?? {};
  for (const [name, field] of Object.entries<OptionField>(kindOptions)) {
    const path = `options.${name}`;
    if (field.kind === 'headers') {
      const headers = (stored[name] ?? []) as Parameters<typeof withHeaders>[0];
      addList(fields, path, headers, (before, text) => withHeaders(before, parseHeaders(read(text))));
    } else if (field.kind === 'lines') addList<string>(fields, path, [], (before, text) => [...before, text]);
    else if (fields.get(path) === '') fields.set(path, null);
  }
  return fields;
}
