/**
 * Which number each identity belongs to. The network names them without the numbers that were
 * asked for: usually an identity holds its number, but some numbers are written in two ways, and an
 * identity may be no number at all. Only then is each number without an identity asked by itself.
 */
export async function matchIdentities(
  phoneNumbers: readonly string[],
  identities: readonly string[],
  resolve: (phoneNumber: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string | null>> {
  const byNumber = new Map(identities.map((jid) => [jid.split(/[:@]/)[0], jid]))
  const matched = new Map<string, string | null>()
  for (const number of phoneNumbers) matched.set(number, byNumber.get(number) ?? null)
  const claimed = new Set(matched.values())
  if (identities.every((jid) => claimed.has(jid))) return matched
  for (const [number, jid] of matched) {
    if (jid === null) matched.set(number, await resolve(number))
  }
  return matched
}
