import { inputMessages } from '../fields/input-messages.ts';
import { defineNetworkKind, type NetworkTargetFields } from './kind.ts';
import type { CommandOption } from './option-fields.ts';

const commandField = {
  kind: 'command',
  label: 'Command',
  initial: '',
  hint: 'From the commands file of the server',
} as const satisfies CommandOption;
const options = { command: commandField as CommandOption };

export const command = defineNetworkKind({
  type: 'COMMAND',
  label: 'Command',
  group: 'Commands',
  summary: 'Runs a command from the commands file of this server and reads its exit code.',
  hasOptionalHost: true,
  port: 'optional',
  options,
  problem: ({ command: name }) =>
    name === '' ? { option: 'command', message: inputMessages.required('Command') } : null,
  hasExpectedResponse: false,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'system-service',
  probeTarget: ({ host, port, options: { command: name } }: NetworkTargetFields<typeof options>) => ({
    kind: 'COMMAND' as const,
    host,
    port,
    command: name,
  }),
});
