import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose addresses: everything that is not somebody's place on the public internet. */
const SPECIAL_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Also the cloud's metadata service, 169.254.169.254.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Public clouds put metadata and DNS here although the range is public. */
const METADATA_IPV4 = ['168.63.129.16']

/** Inside 2000::/3, which holds all public addresses of today. */
const SPECIAL_IPV6: readonly [string, number][] = [
  // Teredo, ORCHID, benchmarking and other protocols.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 carries any IPv4 address.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4')
for (const address of METADATA_IPV4) special.addAddress(address, 'ipv4')
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6')

/** IPv4-mapped, NAT64, loopback, link-local, unique-local and multicast addresses all stand outside. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address in its usual notation is one of the public internet; false for anything else. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      // With a zone (`fe80::1%eth0`) it is local.
      return (
        !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
      )
    default:
      return false
  }
}

const metadata = new BlockList()
metadata.addSubnet('169.254.0.0', 16, 'ipv4')
for (const address of METADATA_IPV4) metadata.addAddress(address, 'ipv4')
metadata.addSubnet('fe80::', 10, 'ipv6')
metadata.addAddress('fd00:ec2::254', 'ipv6')

/** Where clouds keep the secrets of a machine. Not an address at all counts as one of them. */
export function isMetadataAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return true
  return metadata.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
