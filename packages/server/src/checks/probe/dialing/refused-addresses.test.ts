import { describe, expect, it } from 'vitest';
import { isRefusedAddress } from './refused-addresses.ts';

describe('an address', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    '192.0.0.192',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::6464:64c8',
  ])('%s is never opened', (address) => {
    expect(isRefusedAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.253.0.1',
    '100.100.100.201',
    '::1',
    'fd00::1',
    'fec0::1',
    '64:ff9b::1.1.1.1',
    'localhost',
  ])('%s may be monitored', (address) => {
    expect(isRefusedAddress(address)).toBe(false);
  });
});
