/** Groups texts so that each group, joined with commas, has at most `maxBytes` of UTF-8. */
export function pack(texts: readonly string[], maxBytes: number): string[][] {
  const groups: string[][] = []
  let group: string[] = []
  let bytes = 0
  for (const text of texts) {
    const more = Buffer.byteLength(text) + 1
    if (group.length > 0 && bytes + more > maxBytes) {
      groups.push(group)
      group = []
      bytes = 0
    }
    group.push(text)
    bytes += more
  }
  return group.length > 0 ? [...groups, group] : groups
}
