import * as z from 'zod';
import { limits } from '../../limits.ts';
import { isHeaderName } from '../check-options/request.ts';
import { canParseUrl } from '../fields/can-parse-url.ts';
import { cleanAddress, cleanUrl } from '../fields/clean-address.ts';
import { httpUrl, invisibleProblem, isOneLine, oneLineText, oneOf, plainText, visible } from '../fields/fields.ts';
import { inputMessages } from '../fields/input-messages.ts';
import { maskedSecret } from '../secrets/secret-names.ts';
import type { AddressField, ConfigField, ConfigFields, ListField, SecretField, TextField } from './config-fields.ts';

/**
 * Schema of a channel's settings as entered. An absent field gets its default, or is refused if required. Unknown names
 * are ignored.
 */
export const configSchema = (fields: ConfigFields) =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])));

function fieldSchema(field: ConfigField): z.ZodType {
  switch (field.type) {
    case 'address':
      return addressSchema(field);
    case 'list':
      return listSchema(field);
    case 'choice':
      return oneOf(
        field.label,
        field.choices.map(({ value }) => value),
      ).default(field.initial);
    case 'headers':
      return headersSchema(field.most);
    default:
      return textSchema(field);
  }
}

function textSchema({ type, label, maxLength, optional, form }: TextField | SecretField): z.ZodType {
  const needed = needsText(label, optional);
  return oneLineText(label, maxLength)
    .superRefine((text, { addIssue }) => {
      if (text === maskedSecret) return;
      if (text === '') return needed(addIssue);
      const formError = form && !form.pattern.test(text) ? form.error : null;
      const message = (type === 'secret' ? invisibleProblem(label, text) : null) ?? formError;
      if (message !== null) addIssue({ code: 'custom', message });
    })
    .prefault('');
}

function addressSchema({ label, optional, secret, exact, where }: AddressField): z.ZodType {
  const needed = needsText(label, optional);
  return plainText(label, limits.url.maxLength)
    .overwrite(cleanUrl)
    .superRefine((text, { addIssue }) => {
      if (secret && text === maskedSecret) return;
      if (text === '') return needed(addIssue);
      for (const { message } of httpUrl(label, limits.url.maxLength).safeParse(text).error?.issues ?? []) {
        addIssue({ code: 'custom', message });
      }
      if (where && canParseUrl(text) && !where.allows(new URL(text)))
        addIssue({ code: 'custom', message: where.error });
    })
    .transform((text) => (secret || exact ? text : text.replace(/\/+$/, '')))
    .prefault('');
}

const needsText =
  (label: string, optional: true | undefined) =>
  (addIssue: (issue: { code: 'custom'; message: string }) => void): void => {
    if (!optional) addIssue({ code: 'custom', message: inputMessages.required(label) });
  };

const listSchema = ({ label, most, form, optional }: ListField): z.ZodType =>
  z
    .array(oneLineText(label, limits.channelListEntry.maxLength).overwrite(cleanAddress), {
      error: `${label} must be a list`,
    })
    .transform((texts) => [...new Set(texts.filter((text) => text !== ''))])
    .superRefine((texts, { addIssue }) => {
      if (texts.length === 0 && !optional) addIssue({ code: 'custom', message: inputMessages.required(label) });
      if (texts.length > most) addIssue({ code: 'custom', message: `${label} must be at most ${most}` });
      if (!texts.every((text) => form.pattern.test(text))) addIssue({ code: 'custom', message: form.error });
    })
    .prefault([]);

/** Headers that the sender sets itself, in lower case. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'content-type', 'transfer-encoding', 'expect']);

const headersSchema = (most: number): z.ZodType =>
  z
    .array(
      z.object({
        name: oneLineText('Header name', limits.requestHeaderName.maxLength)
          .refine(isHeaderName, { error: 'Header name must have letters, digits and dashes only' })
          .refine((text) => !ownHeaders.has(text.toLowerCase()) && !/^webhook-/i.test(text), {
            error: 'Header name must not be one that is set by the message itself',
          }),
        value: z
          .string({ error: 'Header value must be text' })
          .max(limits.requestHeaderValue.maxLength)
          .refine((text) => isOneLine(text) && /^[\t\x20-\x7e\x80-\xff]*$/.test(text), {
            error: 'Header value must be one line of Latin-1 characters, without control characters',
          })
          .superRefine(visible('Header value')),
      }),
      { error: 'Headers must be a list' },
    )
    .max(most, { error: `Headers must be at most ${most}` })
    .prefault([]);
