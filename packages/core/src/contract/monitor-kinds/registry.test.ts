import { describe, expect, expectTypeOf, it } from 'vitest';
import { defaults } from '../../defaults.ts';
import {
  kindOptions,
  type NetworkMonitorType,
  networkMonitorKinds,
  networkMonitorTypes,
  networkProbeTarget,
  type ProbeTargets,
} from './registry.ts';
import { urlKind } from './url.ts';

const fields = {
  host: 'service.test',
  port: 7,
  expected_response: 'ready',
  packet_loss_threshold: 10 as number | null,
  options: null,
};

describe('the kinds of monitors', () => {
  it('have types that are names and not any text, in the order of the registry', () => {
    expect(networkMonitorTypes.slice(0, 3)).toEqual(['TCP_PORT', 'ICMP_PING', 'DNS']);
    expectTypeOf<'IMAP'>().toExtend<NetworkMonitorType>();
    expectTypeOf<string>().not.toExtend<NetworkMonitorType>();
    expectTypeOf<ProbeTargets['IMAP']['port']>().toEqualTypeOf<number>();
  });

  it.each(networkMonitorTypes)('%s names itself and its target alike', (type) => {
    expect(networkMonitorKinds[type]).toMatchObject({ type });
    expect(networkProbeTarget(type, fields)).toMatchObject({ kind: type, host: 'service.test' });
  });

  it.each(networkMonitorTypes)('%s has no target without a port exactly when the port is required', (type) => {
    const { port } = networkMonitorKinds[type];

    expect(networkProbeTarget(type, { ...fields, port: null }) === null).toBe(port === 'required');
  });

  it.each(networkMonitorTypes)('%s shares the description of an option with other kinds that have it', (type) => {
    for (const [name, field] of Object.entries(networkMonitorKinds[type].options)) {
      expect(Object.entries(kindOptions)).toContainEqual([name, field]);
    }
  });
});

it('pings with the default threshold where none is stored', () => {
  const probeTarget = (given: typeof fields) => networkProbeTarget('ICMP_PING', given);
  expect(probeTarget(fields)).toEqual({ kind: 'ICMP_PING', host: 'service.test', packet_loss_threshold: 10 });
  expect(probeTarget({ ...fields, packet_loss_threshold: 0 })).toMatchObject({ packet_loss_threshold: 0 });
  expect(probeTarget({ ...fields, packet_loss_threshold: null })).toMatchObject({
    packet_loss_threshold: defaults.networkMonitor.packet_loss_threshold,
  });
});

it('checks a page in the default mode where none is stored', () => {
  const page = { url: 'https://shop.test/', metadata_tag: 'release', metadata_value: null };

  expect(urlKind.probeTarget({ ...page, check_mode: 'browser' })).toEqual({
    kind: 'URL',
    ...page,
    check_mode: 'browser',
  });
  expect(urlKind.probeTarget({ ...page, check_mode: null }).check_mode).toBe(defaults.url.check_mode);
});
