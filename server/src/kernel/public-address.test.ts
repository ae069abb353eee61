import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const NOT_PUBLIC = {
  'of this host and "no address"': ['0.0.0.0', '0.1.2.3', '::', '127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456:789a::1', 'fec0::1'],
  'link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'of clouds (metadata)': ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  'of carriers (CGNAT)': ['100.64.0.1', '100.127.255.255'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved, for tests or documentation': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '240.0.0.1',
    '192.88.99.1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
    '100::1',
    '5f00::1',
    '4000::1',
  ],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:93.184.215.14'],
  'IPv4-compatible and -translated': ['::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::a00:1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'no addresses at all': [
    '',
    'localhost',
    '1',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '256.1.1.1',
    '1.2.3.4.5',
  ],
};

it.each(Object.entries(NOT_PUBLIC))('addresses %s are not public', (_kind, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

it('addresses that anybody may call are public', () => {
  const addresses = ['1.1.1.1', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];
  expect(addresses.filter(address => !isPublicAddress(address))).toEqual([]);
});
