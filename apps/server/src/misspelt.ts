/** Shorter names are similar to too many others. */
const SHORTEST = 8
const EDITS_MAX = 2
/** Any variable with these prefixes is meant for Kirim. */
const OWN_PREFIXES = /^(WHATSAPP|MEDIA_S3)_/

/** A sentence for each environment variable that looks like a misspelt one of Kirim's. */
export function misspeltVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return Object.keys(env)
    .filter((name) => name.length >= SHORTEST - EDITS_MAX && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => one.length >= SHORTEST && isNear(name.toUpperCase(), one))
      if (meant) return `${name} is ignored. Did you mean ${meant}?`
      return OWN_PREFIXES.test(name) ? `${name} is ignored: Kirim knows no such variable.` : []
    })
}

function isNear(written: string, known: string): boolean {
  return (
    Math.abs(written.length - known.length) <= EDITS_MAX && editsOf(written, known) <= EDITS_MAX
  )
}

/** The Levenshtein distance. */
function editsOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, wanted] of [...other].entries()) {
      const changed = (row[j] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
