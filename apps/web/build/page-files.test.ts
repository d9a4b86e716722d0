import type { Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { pageFiles } from './page-files.ts'

const HOOK_FORM = '/app/node_modules/react-hook-form/index.js'
const CATALOGUE = '/app/node_modules/radix-ui/index.js'
const SLOT = '/app/node_modules/@radix-ui/react-slot/index.js'

/** The static imports of each module. */
const imports: Readonly<Record<string, readonly string[]>> = {
  'entry.ts': ['theme.ts', SLOT],
  'login.ts': ['field.ts'],
  'register.ts': ['field.ts', HOOK_FORM],
  'shell.ts': ['menu.ts', 'field.ts'],
  'contacts.ts': ['list.ts', 'menu.ts', 'dialog.ts'],
  'admin.ts': ['list.ts', 'dialog.ts', HOOK_FORM],
  'media.ts': ['tile.ts', 'list.ts'],
  'editor.ts': ['toolbar.ts', 'tile.ts'],
  'dialog.ts': [CATALOGUE],
  'list.ts': ['words.ts'],
  'words.ts': ['list.ts'],
}

function groups(kinds: Readonly<Record<string, readonly string[]>>, home = 'none.ts') {
  const context = {
    getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }),
  } as unknown as Rolldown.ChunkingContext
  const all = pageFiles({
    all: ['entry.ts', 'login.ts'],
    opened: ['register.ts'],
    signedIn: ['shell.ts'],
    home,
    kinds,
  })
  /** As the bundler does: the group with the highest priority that matches the module. */
  return (id: string) => {
    const wanting = all.filter(({ name, test }) => {
      if (typeof name === 'function') return name(id, context)
      return test instanceof RegExp && test.test(id)
    })
    const [first] = wanting.toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
    return typeof first?.name === 'function' ? first.name(id, context) : first?.name
  }
}

const fileOf = groups({
  common: ['contacts.ts', 'admin.ts', 'media.ts'],
  rare: ['media.ts', 'editor.ts'],
})

it.each([
  ['what the entry imports', 'theme.ts', 'core'],
  ['what everybody may open later', HOOK_FORM, 'core'],
  ['what the first pages and the others need', 'field.ts', 'core'],
  ['what the first pages show of a library', SLOT, 'core'],
  ['what stands around every page', 'menu.ts', 'signed-in'],
  ['what several pages of a kind need', 'list.ts', 'common'],
  ['what they need through another, in a circle', 'words.ts', 'common'],
  ['what two pages of a rarer kind need', 'tile.ts', 'rare'],
  ['what one page needs alone', 'toolbar.ts', undefined],
  ['what would bring its library along', 'dialog.ts', undefined],
  ['a page, which stays a file of its own', 'contacts.ts', undefined],
  ['the entry, too', 'entry.ts', undefined],
  ['what nobody imports', 'unknown.ts', undefined],
])('%s: %s falls into %s', (_what, id, file) => {
  expect(fileOf(id)).toBe(file)
})

it.each([
  ['react-slot', 'core-parts'],
  ['react-switch', 'parts'],
  ['react-use-controllable-state', 'parts'],
  ['react-dialog', 'overlays'],
  ['react-select', 'overlays'],
])('of the parts, those of @radix-ui/%s fall into %s', (part, file) => {
  expect(groups({})(`/app/node_modules/@radix-ui/${part}/dist/index.mjs`)).toBe(file)
})

it('modules shared with the home page have a file apart from those shared by other pages', () => {
  const fileOf = groups({ common: ['media.ts', 'editor.ts', 'contacts.ts'] }, 'contacts.ts')
  expect(['list.ts', 'words.ts', 'tile.ts', 'menu.ts', 'dialog.ts'].map(fileOf)).toEqual([
    'home',
    'home',
    'common',
    'signed-in',
    undefined,
  ])
})

it('a module that two kinds need belongs to the first kind', () => {
  const kinds = { one: ['contacts.ts', 'admin.ts'], other: ['contacts.ts', 'media.ts'] }
  expect(groups(kinds)('list.ts')).toBe('one')
})

it('a module shared by pages of different kinds gets no file', () => {
  const kinds = { one: ['contacts.ts'], other: ['media.ts'] }
  expect(groups(kinds)('list.ts')).toBeUndefined()
})
