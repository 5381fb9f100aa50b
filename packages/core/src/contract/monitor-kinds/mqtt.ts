import { limits } from '../../limits.ts';
import { defineNetworkKind, serviceTarget } from './kind.ts';
import { textOption } from './option-fields.ts';
import { credentialOptions, expectOption, securityOptions } from './shared-options.ts';

export const mqtt = defineNetworkKind({
  type: 'MQTT',
  label: 'MQTT broker',
  group: 'Messaging',
  summary: 'Connects to the broker and, when a topic is set, waits for a message.',
  port: 'required',
  ports: [
    { port: 1883, security: 'none' },
    { port: 8883, security: 'tls' },
  ],
  securities: ['none', 'tls'],
  options: {
    ...securityOptions,
    ...credentialOptions,
    topic: textOption({
      label: 'Topic',
      maxLength: limits.authField.maxLength,
      hint: 'May contain the wildcards + and #',
      problem: (topic) =>
        isTopicFilter(topic) ? null : 'Topic may use + and # only in place of a whole level, # last',
    }),
    expect: expectOption,
  },
  problem: ({ topic, expect }) =>
    expect !== '' && topic === '' ? { option: 'expect', message: 'Expected text needs a topic' } : null,
  hasExpectedResponse: false,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'mqtt',
  probeTarget: serviceTarget('MQTT'),
});

/** MQTT 3.1.1, section 4.7.1. */
const isTopicFilter = (topic: string): boolean => /^(?:(?:\+|[^+#/]*)\/)*(?:\+|#|[^+#/]*)$/.test(topic);
