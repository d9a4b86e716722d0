import type { Rolldown } from 'vite'

interface Roots {
  /** What everybody loads: the entry, and the pages of who is not signed in. */
  readonly all: readonly string[]
  /** What stands around every page of a signed-in user. */
  readonly signedIn: readonly string[]
  /** The pages that people open most, or begin with. */
  readonly pages: readonly string[]
}

/** From so many of the pages on, a module comes with all of them. */
const SHARED_BY = 3

/** They name far more than anybody takes from them: what of them is needed cannot be read from imports. */
const CATALOGUE = /node_modules\/(lucide-react|radix-ui)\//

/** Of these, what the first pages show. */
const SHOWN_AT_ONCE = /node_modules\/@radix-ui\/react-(slot|primitive|compose-refs|label)\//

/**
 * Few files instead of many: each costs a round trip on a connection that is slow. A module goes into
 * the file of the first who need it at once (`import`, not `import()`): everybody, everybody who is
 * signed in, several pages. What one page needs alone, and what comes later, stays as it falls.
 */
export function pageFiles(roots: Roots): Rolldown.CodeSplittingGroup {
  let files: ReadonlyMap<string, string> | undefined
  return {
    name: (id, context) => {
      files ??= plan(roots, context)
      return files.get(id) ?? (SHOWN_AT_ONCE.test(id) ? 'core' : undefined)
    },
    priority: 2,
  }
}

function plan({ all, signedIn, pages }: Roots, context: Rolldown.ChunkingContext) {
  const reachOf = (modules: readonly string[]): ReadonlySet<string> => {
    const reached = new Set(modules)
    for (const id of reached) {
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
        if (!CATALOGUE.test(imported)) reached.add(imported)
      }
    }
    return reached
  }
  const reaches = pages.map((page) => reachOf([page]))
  const ofPages = new Set(reaches.flatMap((reach) => [...reach]))
  const isShared = (id: string) => reaches.filter((reach) => reach.has(id)).length >= SHARED_BY
  const files = new Map([...ofPages].filter(isShared).map((id) => [id, 'pages']))
  for (const id of reachOf(signedIn)) files.set(id, 'signed-in')
  for (const id of reachOf(all)) files.set(id, 'core')
  // The roots themselves stay the files that are asked for.
  for (const root of [...all, ...signedIn, ...pages]) files.delete(root)
  return files
}
