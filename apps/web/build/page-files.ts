import type { Rolldown } from 'vite'

interface Roots {
  /** Loaded by everybody: the entry, and the public pages. */
  readonly all: readonly string[]
  /**
   * Parts that everybody opens later; otherwise they would be in the file of a page that needs them
   * at once.
   */
  readonly opened: readonly string[]
  /** The layout of a signed-in user's pages. */
  readonly signedIn: readonly string[]
  /** The most visited first page; its files include nothing that only other pages share. */
  readonly home: string
  /**
   * By file: pages of a kind, such as the most visited ones. Modules needed by two kinds are loaded
   * by all.
   */
  readonly kinds: Readonly<Record<string, readonly string[]>>
}

/** Packages that re-export everything, so their imports do not show which parts are used. */
const CATALOGUE = /node_modules\/(lucide-react|radix-ui)\//
const PARTS_CATALOGUE = /node_modules\/radix-ui\//

/** The parts of these packages that the first pages show. */
const SHOWN_AT_ONCE = /node_modules\/@radix-ui\/react-(slot|primitive|compose-refs|label)\//

/** Parts of some pages: switches, radio buttons, toolbars, and their dependencies. */
const PARTS =
  /node_modules\/@radix-ui\/react-(context|use-[^/]*|id|direction|collection|roving-focus|presence|portal|switch|radio-group|toolbar|toggle|toggle-group|separator)\//

/** Menus, select lists and dialogs share their dependencies, and no page starts with one open. */
const OVERLAYS =
  /node_modules\/(@floating-ui|aria-hidden|react-remove-scroll|@radix-ui\/react-(alert-dialog|dialog|dismissable-layer|focus-scope|menu|popover|popper|select|tooltip)\/)/

/**
 * Few files instead of many, because each costs a round trip on a slow connection. A module goes
 * into the file of the first group that needs it at once (`import`, not `import()`): everybody, all
 * signed-in users, the home page and another, several pages of a kind. Modules of a single page,
 * libraries of a few, and later parts stay as the bundler places them. Each group includes the
 * imports of its modules, unless an earlier group has them.
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
    // For forms that are not shown first: registration, account.
    { name: 'form-values', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 3 },
    ...['home', ...Object.keys(roots.kinds)].map((kind) => planned(kind, 2)),
    { name: 'overlays', test: OVERLAYS, priority: 1 },
    { name: 'icons', test: /lucide-react/, minShareCount: 3, priority: 0 },
  ]
}

function plan({ all, opened, signedIn, home, kinds }: Roots, context: Rolldown.ChunkingContext) {
  const importsOf = (id: string) => context.getModuleInfo(id)?.importedIds ?? []
  const reachOf = (modules: readonly string[]): ReadonlySet<string> => {
    const reached = new Set(modules)
    for (const id of reached) {
      for (const imported of importsOf(id)) if (!CATALOGUE.test(imported)) reached.add(imported)
    }
    return reached
  }
  // Sharing such a module would add its library to every page.
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
  const shared = [...reachOf([home])].filter((id) => files.has(id))
  for (const id of shared) files.set(id, 'home')
  for (const id of reachOf(signedIn)) files.set(id, 'signed-in')
  for (const id of reachOf([...all, ...opened])) files.set(id, 'core')
  // The roots themselves keep their own files.
  for (const root of [...all, ...signedIn, ...Object.values(kinds).flat()]) files.delete(root)
  return files
}
