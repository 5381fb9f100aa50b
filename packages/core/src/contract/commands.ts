import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { idSchema } from './fields/fields.ts';

/** Elements of a command that the host and the port of a monitor replace, in braces. */
export const commandParameters = ['host', 'port'] as const;
export type CommandParameter = (typeof commandParameters)[number];

/** A command of the commands file. Its program, arguments and environment never leave the server. */
export const commandSchema = z.object({
  name: z.string(),
  title: z.string(),
  parameters: z.array(z.enum(commandParameters)),
  /** Always empty: there are no locations yet. */
  location_ids: z.array(idSchema),
});
export type Command = z.output<typeof commandSchema>;

export const commandEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/commands',
    access: 'read',
    summary: 'The commands that monitors may run, by name',
    response: z.array(commandSchema),
  },
});
