import type { Rolldown } from 'vite'

interface Roots {
  /** What everybody loads: the entry, and the pages of who is not signed in. */
  readonly all: readonly string[]
  /**
   * Of what everybody may open later: else it would be fetched with a page that needs it at once.
   */
  readonly opened: readonly string[]
  /** What stands around every page of a signed-in user. */
  readonly signedIn: readonly string[]
  /**
   * By file: pages of a kind, such as those that people open most.
   * What two of them need comes with all.
   */
  readonly kinds: Readonly<Record<string, readonly string[]>>
}

/**
 * They name far more than anybody takes from them:
 * what of them is needed cannot be read from imports.
 */
const CATALOGUE = /node_modules\/(lucide-react|radix-ui)\//
const PARTS_CATALOGUE = /node_modules\/radix-ui\//

/** Of these, what the first pages show. */
const SHOWN_AT_ONCE = /node_modules\/@radix-ui\/react-(slot|primitive|compose-refs|label)\//

/** What stands on some pages: switches, radio buttons, toolbars, and what they are made of. */
const PARTS =
  /node_modules\/@radix-ui\/react-(context|use-[^/]*|id|direction|collection|roving-focus|presence|portal|switch|radio-group|toolbar|toggle|toggle-group|separator)\//

/**
 * Menus, lists of selects and dialogs stand on the same parts, and no page begins with one open.
 */
const OVERLAYS =
  /node_modules\/(@floating-ui|aria-hidden|react-remove-scroll|@radix-ui\/react-(alert-dialog|dialog|dismissable-layer|focus-scope|menu|popover|popper|select|tooltip)\/)/

/**
 * Few files instead of many: each costs a round trip on a connection that is slow. A module goes
 * into the file of the first who need it at once (`import`, not `import()`): everybody, everybody
 * who is signed in, several pages of a kind. What one page needs alone, libraries that only some
 * need and what comes later stay as they fall.
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
    // Also of forms that are no page's first sight: registering, an account.
    { name: 'form-values', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 3 },
    ...Object.keys(roots.kinds).map((kind) => planned(kind, 2)),
    { name: 'overlays', test: OVERLAYS, priority: 1 },
    { name: 'icons', test: /lucide-react/, minShareCount: 3, priority: 0 },
  ]
}

function plan({ all, opened, signedIn, kinds }: Roots, context: Rolldown.ChunkingContext) {
  const importsOf = (id: string) => context.getModuleInfo(id)?.importedIds ?? []
  const reachOf = (modules: readonly string[]): ReadonlySet<string> => {
    const reached = new Set(modules)
    for (const id of reached) {
      for (const imported of importsOf(id)) if (!CATALOGUE.test(imported)) reached.add(imported)
    }
    return reached
  }
  // It would bring its library to all of them.
  const isHeavy = (id: string) =>
    id.includes('/node_modules/') ||
    importsOf(id).some((imported) => PARTS_CATALOGUE.test(imported))
  const files = new Map<string, string>()
  for (const [kind, pages] of Object.entries(kinds).toReversed()) {
    const times = new Map<string, number>()
    for (const page of pages) {
      for (const id of reachOf([page])) times.set(id, (times.get(id) ?? 0) + 1)
    }
    for (const [id, count] of times) if (count > 1 && !isHeavy(id)) files.set(id, kind)
  }
  for (const id of reachOf(signedIn)) files.set(id, 'signed-in')
  for (const id of reachOf([...all, ...opened])) files.set(id, 'core')
  // The roots themselves stay the files that are asked for.
  for (const root of [...all, ...signedIn, ...Object.values(kinds).flat()]) files.delete(root)
  return files
}
