/**
 * Which number each identity belongs to. The network names them without the numbers that were
 * asked for: usually an identity holds its number, but some numbers are written in two ways, and an
 * identity may be no number at all. Then the numbers without an identity are left out, to be asked
 * one by one: that of a single number is its own.
 */
export function matchIdentities(
  phoneNumbers: readonly string[],
  identities: readonly string[],
): ReadonlyMap<string, string | null> {
  const [number] = phoneNumbers
  if (number !== undefined && phoneNumbers.length === 1) {
    return new Map([[number, identities[0] ?? null]])
  }
  const byNumber = new Map(identities.map((jid) => [jid.split(/[:@]/)[0], jid]))
  const matched = new Map(phoneNumbers.map((number) => [number, byNumber.get(number) ?? null]))
  const claimed = new Set(matched.values())
  if (identities.every((jid) => claimed.has(jid))) return matched
  return new Map([...matched].filter(([, jid]) => jid !== null))
}
