import { describe, expect, it } from 'vitest';
import { clientNetwork } from './client-network.ts';

describe('what counts as one sender', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::192.0.2.7', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
    [undefined, 'unknown'],
    ['', 'unknown'],
    [`${'x'.repeat(9000)}`, 'unknown'],
    ['999.1.1.1', 'unknown'],
    ['[::1', 'unknown'],
  ])('%s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
