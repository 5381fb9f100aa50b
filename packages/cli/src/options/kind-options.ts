import type { OptionField } from '@upvigil/core/contract/monitor-kinds/option-fields';
import { kindOptions, networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import { choiceField, type Field, switchField, textField } from './fields.ts';

/** The fields of the options of all kinds of network monitors, by their paths. */
export const kindOptionFields: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries<OptionField>(kindOptions).map(([name, field]) => [`options.${name}`, commandField(name, field)]),
);

function commandField(name: string, field: OptionField): Field {
  const about = `${field.label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())} (${kindsWith(name)})`;
  switch (field.kind) {
    case 'flag':
      return switchField(about, field.initial);
    case 'choice':
      return choiceField(about, field.choices, field.initial);
    case 'security':
      return choiceField(about, ['none', 'starttls', 'tls'], 'by-port');
    case 'command':
      return textField('<name>', `${about}: a name of the commands file of the server`);
    case 'lines':
      return textField('<text>', `${about}; up to ${field.most} times, an empty one removes all`, { isList: true });
    case 'headers':
      return textField('<header>', `a header 'Name: value' (${kindsWith(name)}); an empty one removes all`, {
        option: 'header',
        isList: true,
        takesFile: true,
      });
    case 'pem':
      return textField('<pem>', about, { takesFile: true });
    case 'secret':
      return textField('<text>', about, { takesFile: true });
    case 'text':
      return textField('<text>', about, field.initial === '' ? {} : { initial: field.initial });
  }
}

function kindsWith(name: string): string {
  const kinds = Object.values(networkMonitorKinds).filter(({ options }) => Object.hasOwn(options, name));
  return kinds.map(({ type }) => type).join(', ');
}
