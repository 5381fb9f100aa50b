import { beforeAll, describe, expect, it } from 'vitest';
import { findNamespaces, runInNamespace } from '../../packages/server/src/testing/namespaces.ts';
import type {
  LineCut,
  LineCutState,
  LineCutStates,
  LineCuts,
} from '../../packages/server/src/testing/targets/uplink-cut.ts';

const { isPossible, note } = await findNamespaces();
const program = new URL('../../packages/server/src/testing/targets/uplink-cut.ts', import.meta.url);

const targets = ['10.2.0.1', '10.2.0.2', '10.2.0.3'];
const inRouter = 'ip netns exec router';

/** This host has one uplink, to a network of targets and references. */
const setup = [
  'mount -t tmpfs none /run',
  'ip netns add router',
  'ip link add here type veth peer name there netns router',
  'ip address add 10.1.0.2/24 dev here',
  'ip link set here up',
  `${inRouter} ip address add 10.1.0.1/24 dev there`,
  `${inRouter} ip link set lo up`,
  `${inRouter} ip link set there up`,
  ...[...targets, '10.9.0.1'].map((address) => `${inRouter} ip address add ${address}/32 dev lo`),
  'ip route add default via 10.1.0.1',
];

/** The targets no longer answer, as after a power failure in their building. */
const endTargets = targets.map((address) => `${inRouter} ip address del ${address}/32 dev lo`).join('; ');

/**
 * Duration of a cut in seconds. Monitors are checked each second, so that a few seconds show what minutes would;
 * LINE_CUT_SECONDS=180 tests minutes.
 */
const seconds = Number(process.env.LINE_CUT_SECONDS ?? 4);
const withinSeconds = 220 + 3 * seconds;

const cuts: Record<string, LineCut> = {
  'answers get lost on their way back': {
    cut: `${inRouter} ip route add blackhole 10.1.0.2/32`,
    restore: `${inRouter} ip route del blackhole 10.1.0.2/32`,
  },
  'the route is gone': { cut: 'ip route del default', restore: 'ip route add default via 10.1.0.1' },
  'the cable is pulled out': {
    cut: `${inRouter} ip link set there down`,
    restore: `${inRouter} ip link set there up`,
  },
};

interface Found {
  states: LineCutStates[];
  ended: LineCutState;
}

describe.skipIf(!isPossible)(`a line that is cut${note}`, () => {
  let found: Found;
  beforeAll(
    async () => {
      const references = ['10.9.0.1:80', '10.9.0.2:80'];
      const given: LineCuts = { targets, references, cuts: Object.values(cuts), seconds, endTargets };
      found = (await runInNamespace(program, given, setup, withinSeconds)) as Found;
    },
    (withinSeconds + 10) * 1000,
  );

  it.each(Object.keys(cuts))('makes nobody DOWN, touches no uptime, and is reported once: %s', (how) => {
    const index = Object.keys(cuts).indexOf(how);
    const { during, after } = found.states[index] ?? {};

    expect(during).toMatchObject({ failures: 0, counted_failures: 0, alerts: [] });
    expect(during?.notices).toHaveLength(index + 1);
    expect(during?.notices[index]).toMatchObject({ kind: 'offline', ended_at: null });

    expect(after).toMatchObject({ failures: 0, counted_failures: 0, alerts: [] });
    expect(after?.checks).toBeGreaterThan(during?.checks ?? 0);
    expect(after?.notices).toHaveLength(index + 1);
    expect(after?.notices[index]?.message).toMatch(/^offline \d\d:\d\d to \d\d:\d\d; 6 monitors were not judged$/);
  });

  it('says on the card of each monitor that it is not judged', () => {
    expect(found.states[0]?.during.faults).toEqual(Array(2 * targets.length).fill('offline'));
  });

  it('is none when the targets die while a reference answers: they are DOWN', () => {
    expect(found.ended.alerts.toSorted()).toEqual(['DOWN', 'DOWN', 'DOWN', 'ERROR', 'ERROR', 'ERROR']);
    expect(found.ended.notices).toHaveLength(Object.keys(cuts).length);
  });
});
