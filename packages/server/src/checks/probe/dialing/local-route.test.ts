import { expect, it } from 'vitest';
import type { ProbeTarget } from '../../../base/domain/check.ts';
import { findNamespaces, runInNamespace } from '../../../testing/namespaces.ts';

const { isPossible, note } = await findNamespaces();
const program = new URL('../../../testing/targets/route-checks.ts', import.meta.url);

/** Gives this host one link, to a router that forwards nothing and reports why. */
const setup = [
  'mount -t tmpfs none /run',
  'ip netns add router',
  'ip link add here type veth peer name there netns router',
  'ip address add 10.1.0.2/24 dev here',
  'ip address add fd01::2/64 dev here nodad',
  'ip link set here up',
  // An unresponsive neighbour is queried once instead of three times a second apart.
  'echo 1 > /proc/sys/net/ipv4/neigh/here/mcast_solicit',
  'inRouter() { ip netns exec router "$@"; }',
  'inRouter ip address add 10.1.0.1/24 dev there',
  'inRouter ip address add fd01::1/64 dev there nodad',
  'inRouter ip link set lo up',
  'inRouter ip link set there up',
  "inRouter sh -c 'echo 1 > /proc/sys/net/ipv4/ip_forward; echo 1 > /proc/sys/net/ipv6/conf/all/forwarding'",
  "inRouter sh -c 'echo 0 > /proc/sys/net/ipv4/icmp_ratelimit'",
  'inRouter ip route add unreachable 10.3.0.0/16',
  'inRouter ip route add prohibit 10.4.0.0/16',
  'inRouter ip -6 route add prohibit fd04::/16',
  'ip route add 10.2.0.0/15 via 10.1.0.1',
  'ip route add 10.4.0.0/16 via 10.1.0.1',
  'ip -6 route add fd02::/16 via fd01::1',
  'ip -6 route add fd04::/16 via fd01::1',
  'ip route add unreachable 10.5.0.0/16',
  'ip route add prohibit 10.6.0.0/16',
  'ip route add blackhole 10.7.0.0/16',
];

const tcp = (host: string): ProbeTarget => ({ kind: 'TCP_PORT', host, port: 80, expected_response: null });
const page = (host: string): ProbeTarget => ({
  kind: 'URL',
  url: `http://${host}/`,
  check_mode: 'http',
  metadata_tag: null,
  metadata_value: null,
});
const ping = (host: string): ProbeTarget => ({ kind: 'ICMP_PING', host, packet_loss_threshold: 50 });

const down = (reason: string) => ({ outcome: 'down', reason });
const noRoute = { outcome: 'fault', fault: 'no-route' };

const throughRouter = [
  [tcp('10.2.0.1'), down('network unreachable: a router on the way has no route')],
  [page('10.2.0.2'), down('network unreachable: a router on the way has no route')],
  [tcp('10.3.0.1'), down('host unreachable')],
  [tcp('10.4.0.1'), down('host unreachable')],
  [tcp('fd02::1'), down('network unreachable: a router on the way has no route')],
  [page('[fd02::2]'), down('network unreachable: a router on the way has no route')],
  [tcp('fd04::1'), down('a router on the way does not permit the connection')],
  [tcp('10.1.0.7'), down('host unreachable')],
  [ping('10.2.0.1'), { outcome: 'down' }],
] as const;
const withoutRoute = [
  tcp('192.0.2.1'),
  page('192.0.2.1'),
  ping('192.0.2.1'),
  tcp('2001:db8::1'),
  tcp('10.5.0.1'),
  ping('10.5.0.1'),
  tcp('10.6.0.1'),
  tcp('10.7.0.1'),
  ping('10.7.0.1'),
];

it.skipIf(!isPossible)(
  `a target is down when a router on the path reports it, and a fault of this machine without a route${note}`,
  async () => {
    const targets = [...throughRouter.map(([target]) => target), ...withoutRoute];
    const outcomes = await runInNamespace(program, targets, setup);
    expect(outcomes).toMatchObject([
      ...throughRouter.map(([, outcome]) => outcome),
      ...withoutRoute.map(() => noRoute),
    ]);
  },
);
