import * as z from 'zod';
import { limits } from '../../limits.ts';
import { pem, requestHeaders } from '../check-options/request.ts';
import { cleanAddress } from '../fields/clean-address.ts';
import { exactText, flag, isHost, isOneLine, oneOf, plainText, visible } from '../fields/fields.ts';
import { inputMessages } from '../fields/input-messages.ts';
import type { OptionField } from './option-fields.ts';
import { kindOptions, networkMonitorKinds } from './registry.ts';

/** The schema of an option, without null. */
function schemaOf(field: OptionField): z.ZodType {
  switch (field.kind) {
    case 'text':
      return textSchema(field);
    case 'secret':
      return exactText(field.label, field.maxLength)
        .refine(isOneLine, { error: inputMessages.oneLine(field.label), abort: true })
        .superRefine(visible(field.label));
    case 'pem':
      return pem(field.label);
    case 'flag':
      return flag(field.label);
    case 'choice':
      return oneOf(field.label, field.choices);
    case 'security':
      return oneOf(field.label, ['none', 'starttls', 'tls']);
    case 'command':
      return plainText(field.label, limits.commands.name.maxLength).regex(/^[a-z0-9-]*$/, {
        error: inputMessages.commandName,
      });
    case 'lines':
      return linesSchema(field);
    case 'headers':
      return requestHeaders;
  }
}

function textSchema({ label, maxLength, isHost: isHostName, isLong, problem }: Extract<OptionField, { kind: 'text' }>) {
  const text = isHostName ? plainText(label, maxLength).overwrite(cleanAddress) : plainText(label, maxLength);
  return text.superRefine((value, { addIssue }) => {
    if (value === '') return;
    const message =
      (isHostName && !isHost(value) ? inputMessages.host(label) : null) ??
      (!isLong && !isOneLine(value) ? inputMessages.oneLine(label) : null) ??
      problem?.(value);
    if (message) addIssue({ code: 'custom', message });
  });
}

const linesSchema = ({ label, maxLength, most, problem }: Extract<OptionField, { kind: 'lines' }>) =>
  z
    .array(plainText(label, maxLength).refine(isOneLine, { error: inputMessages.oneLine(label) }))
    .overwrite((lines) => lines.filter((line) => line !== ''))
    .max(most, { error: `${label} must be at most ${most}` })
    .superRefine((lines, { addIssue }) => {
      const message = problem?.(lines);
      if (message) addIssue({ code: 'custom', message });
    });

/** Labels of the kinds with an option of this name. */
const kindsWith = (name: string): string[] =>
  Object.values(networkMonitorKinds).flatMap(({ label, options }) => (Object.hasOwn(options, name) ? [label] : []));

type Kinds = typeof kindOptions;
type ValueSchema<Value> = z.ZodOptional<z.ZodNullable<z.ZodType<Value, Value>>>;
type OptionsShape = { [Name in keyof Kinds]: ValueSchema<Kinds[Name]['initial']> };

/** The options of all kinds. Which of them a monitor may have depends on its kind: see `changeOptions`. */
export const monitorOptions = z
  .object(
    Object.fromEntries(
      Object.entries(kindOptions).map(([name, field]) => [
        name,
        schemaOf(field)
          .nullable()
          .optional()
          .describe(`${field.label}, of ${kindsWith(name).join(', ')}`),
      ]),
    ) as OptionsShape,
  )
  .nullable();
export type MonitorOptions = z.output<typeof monitorOptions>;
