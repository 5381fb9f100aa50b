import { expect, it } from 'vitest';
import { changeOptions } from './change-options.ts';
import { mqtt } from './mqtt.ts';

const { topic } = mqtt.options;

it.each(['x', 'a/b', '#', 'a/#', '+/b', 'a/+/#', '$SYS/broker/uptime', '/', 'a b/ü'])(
  'accepts the topic %j',
  (valid) => {
    expect(topic.problem?.(valid)).toBeNull();
  },
);

it.each(['#/a', 'a#', 'a/#/b', 'a+/b', '++'])('refuses the topic %j', (invalid) => {
  expect(topic.problem?.(invalid)).toBe('Topic may use + and # only in place of a whole level, # last');
});

it('refuses an expected text without a topic', () => {
  const broker = { monitor_type: 'MQTT', host: 'broker.test', port: 1883 } as const;

  expect(changeOptions(null, broker, { expect: 'on' }).problems).toEqual([
    { field: 'options.expect', message: 'Expected text needs a topic' },
  ]);
});
