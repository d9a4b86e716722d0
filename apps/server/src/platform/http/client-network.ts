import { isIPv6 } from 'node:net'

const GROUPS = 8
/** An IPv6 customer has at least a /64 of addresses. */
const NETWORK_GROUPS = 4

/** The rate-limit key of a client: an IPv4 address, or the /64 network of an IPv6 one. */
export function clientNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const front = groupsOf(head)
  const back = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : GROUPS - front.length - back.length
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back]
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''))
}
