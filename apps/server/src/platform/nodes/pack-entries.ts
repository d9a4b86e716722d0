/** Groups of texts that are each, with a comma between them, at most so many bytes of UTF-8. */
export function packed(texts: readonly string[], maxBytes: number): string[][] {
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
