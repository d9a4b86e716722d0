import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IANA's special-purpose addresses: those that do not belong to a host on the public internet. */
const SPECIAL_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Includes the metadata service of clouds, 169.254.169.254.
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
/** Public clouds use this address for metadata and DNS, although its range is public. */
const METADATA_IPV4 = ['168.63.129.16']

/** Within 2000::/3, which contains all public addresses of today. */
const SPECIAL_IPV6: readonly [string, number][] = [
  // Teredo, ORCHID, benchmarking and other protocols.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 can embed any IPv4 address.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4')
for (const address of METADATA_IPV4) special.addAddress(address, 'ipv4')
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6')

/**
 * IPv4-mapped, NAT64, loopback, link-local, unique-local and multicast addresses are all outside.
 */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address in its usual notation is on the public internet; false for anything else.
 */
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

/** Where clouds and their container services serve a machine's secrets. */
const METADATA_NETWORKS: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  // Link-local: nearly all clouds at .169.254, AWS's container credentials at .170.2 and .170.23.
  ['169.254.0.0', 16, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  // Alibaba.
  ['100.100.100.200', 32, 'ipv4'],
  // Oracle.
  ['192.0.0.192', 32, 'ipv4'],
  ['fd00:c1::a9fe:a9fe', 128, 'ipv6'],
  // Azure.
  ['168.63.129.16', 32, 'ipv4'],
  // AWS, including its containers at ::23.
  ['fd00:ec2::', 32, 'ipv6'],
  // Google.
  ['fd20:ce::', 64, 'ipv6'],
  // Scaleway.
  ['fd00:42::42', 128, 'ipv6'],
  // A network's own NAT64: only that network knows where it embeds the IPv4 address.
  ['64:ff9b:1::', 48, 'ipv6'],
]
const metadata = new BlockList()
for (const [network, prefix, family] of METADATA_NETWORKS) {
  metadata.addSubnet(network, prefix, family)
}

/** Whether an address is closed even to admins. True for anything that is not an address. */
export function isMetadataAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return true
  if (version === 4) return metadata.check(address, 'ipv4')
  return (
    metadata.check(address, 'ipv6') ||
    embeddedIn(address).some((inner) => metadata.check(inner, 'ipv4'))
  )
}

/** The IPv4 addresses that an IPv6 address may lead to, through a translator or a tunnel. */
function embeddedIn(address: string): string[] {
  const parsed = ipaddr.IPv6.parse(address)
  const bytes = parsed.toByteArray()
  const at = (start: number, flip = 0) =>
    [0, 1, 2, 3].map((offset) => (bytes[start + offset] ?? 0) ^ flip).join('.')
  const isIn = (network: string) => parsed.match(ipaddr.IPv6.parseCIDR(network))
  if (EMBEDS_AT_END.some(isIn)) return [at(12)]
  // Teredo embeds the complement of the client's address.
  if (isIn('2001::/32')) return [at(4), at(12, 0xff)]
  if (isIn('2002::/16')) return [at(2)]
  // ISATAP, in any network.
  const isIsatap = /^[02],0,94,254$/.test(bytes.slice(8, 12).join())
  return isIsatap ? [at(12)] : []
}

/** IPv4-compatible, IPv4-mapped, IPv4-translated and NAT64. */
const EMBEDS_AT_END = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96']
