import net from 'node:net';

const closed = new net.BlockList();
for (const [start, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(start, bits, 'ipv4');
for (const [start, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(start, bits, 'ipv6');

/**
 * True for an IP address of the public network. Addresses of this computer, of its own network, of the machine room it
 * stands in and of several at once are none. A v4 address inside a v6 one counts as what it is.
 */
export function isPublicAddress(address: string): boolean {
  const family = net.isIP(address);
  if (family === 0) return false;
  return !closed.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
