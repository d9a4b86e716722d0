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
const SHARED_BY = 4

/** They name far more than anybody takes from them: what of them is needed cannot be read from imports. */
const CATALOGUE = /node_modules\/(lucide-react|radix-ui)\//

/** Of these, what the first pages show. */
const SHOWN_AT_ONCE = /node_modules\/@radix-ui\/react-(slot|primitive|compose-refs|label)\//

/** What stands on some pages: switches, radio buttons, toolbars, and what they are made of. */
const PARTS =
  /node_modules\/@radix-ui\/react-(context|use-[^/]*|id|direction|collection|roving-focus|presence|portal|switch|radio-group|toolbar|toggle|toggle-group|separator)\//

/** Menus, lists of selects and dialogs stand on the same parts, and no page begins with one open. */
const OVERLAYS =
  /node_modules\/(@floating-ui|aria-hidden|react-remove-scroll|@radix-ui\/react-(alert-dialog|dialog|dismissable-layer|focus-scope|menu|popover|popper|select|tooltip)\/)/

/**
 * Few files instead of many: each costs a round trip on a connection that is slow. A module goes into
 * the file of the first who need it at once (`import`, not `import()`): everybody, everybody who is
 * signed in, several pages. What one page needs alone, and what comes later, stays as it falls.
 *
 * Each group takes along what its modules import, unless one before it has that already.
 */
export function pageFiles(roots: Roots): Rolldown.CodeSplittingGroup[] {
  let files: ReadonlyMap<string, string> | undefined
  const planned = (name: string, priority: number): Rolldown.CodeSplittingGroup => ({
    name: (id, context) => {
      files ??= plan(roots, context)
      return files.get(id) === name ? name : undefined
    },
    priority,
  })
  return [
    planned('core', 6),
    { name: 'core-parts', test: SHOWN_AT_ONCE, priority: 5 },
    planned('signed-in', 4),
    { name: 'parts', test: PARTS, priority: 3 },
    planned('pages', 2),
    { name: 'overlays', test: OVERLAYS, priority: 1 },
    { name: 'icons', test: /lucide-react/, minShareCount: 3, priority: 0 },
  ]
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
