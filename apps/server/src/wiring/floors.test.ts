import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../', import.meta.url)

/** The rooms from the bottom up, by their wiring file, and the features each is made of. */
const FLOORS: readonly (readonly [file: string, ...features: string[]])[] = [
  ['cluster', 'cluster', 'devices/leases'],
  ['workspaces', 'workspaces'],
  ['accounts', 'accounts'],
  ['quotas', 'quotas'],
  ['contacts', 'contacts'],
  ['media', 'media'],
  ['network', 'devices/store', 'devices/proxy'],
  ['messages', 'messages', 'chats/rules'],
  ['delivery', 'delivery'],
  ['devices', 'devices'],
  ['analytics', 'analytics'],
  ['opt-outs', 'opt-outs'],
  ['manners', 'manners'],
  ['campaigns', 'campaigns'],
  ['outbound-calls', 'settings'],
  ['chatbots', 'chatbots'],
  ['chat-files', 'chats/files'],
  ['chat-person', 'chats/contact'],
  ['member-writing', 'chats/write'],
  ['chats', 'chats'],
  ['chat-search'],
  ['chat-push'],
  ['phone-chats'],
  ['listeners'],
  ['erase-rows'],
  ['erase-workspace'],
  ['admin', 'admin', 'sandbox'],
  ['team'],
  ['retention', 'retention'],
]

/** What rooms share that are no rooms. */
const SHARED = ['erase-rows', 'erase-workspace', 'chat-files']

/** Below every room. */
const BASE = ['base', 'media-stores']

const floorOfFile = new Map(FLOORS.map(([file], floor) => [file, floor]))
const floorsOfFeatures = FLOORS.flatMap(([, ...features], floor) =>
  features.map((feature) => ({ feature, floor })),
).toSorted((one, other) => other.feature.length - one.feature.length)

const importsOf = (file: string): string[] =>
  [...readFileSync(new URL(file, ROOT), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(
    ([, path = '']) => path,
  )

/** Null for what stands below every room. */
function floorOf(imported: string): number | null {
  const [, file] = /^\.\/([a-z-]+)\.ts$/.exec(imported) ?? []
  if (file && BASE.includes(file)) return null
  const [, feature] = /^\.\.\/features\/(.+)$/.exec(imported) ?? []
  if (!file && !feature) return null
  const known = file
    ? floorOfFile.get(file)
    : floorsOfFeatures.find((one) => feature?.startsWith(`${one.feature}/`))?.floor
  if (known === undefined) throw new Error(`${imported} stands on no floor.`)
  return known
}

test('a room is handed nothing of the rooms above it', () => {
  const upward = FLOORS.flatMap(([file], floor) =>
    importsOf(`wiring/${file}.ts`)
      .filter((imported) => (floorOf(imported) ?? 0) > floor)
      .map((imported) => `${file} of ${imported.replace('../features/', '')}`),
  )
  expect(upward).toEqual([])
})

test('app.ts builds the rooms in that order', () => {
  const app = readFileSync(new URL('app.ts', ROOT), 'utf8')
  const fileOf = new Map(
    [...app.matchAll(/import \{ (wire\w+) \} from '\.\/wiring\/([a-z-]+)\.ts'/g)].map(
      ([, name = '', file = '']) => [name, file],
    ),
  )
  const built = [...app.matchAll(/\b(wire\w+)\(/g)].map(([, name = '']) => fileOf.get(name))
  expect(built).toEqual(FLOORS.map(([file]) => file).filter((file) => !SHARED.includes(file)))
})

test('every wiring file that hands out a feature stands on a floor', () => {
  const files = readdirSync(new URL('wiring/', ROOT)).filter((file) => !file.includes('.test.'))
  const wired = files.filter((file) => /export function wire/.test(readWiring(file)))
  expect(wired.map((file) => file.replace('.ts', '')).toSorted()).toEqual(
    FLOORS.map(([file]) => file)
      .filter((file) => !SHARED.includes(file))
      .toSorted(),
  )
})

function readWiring(file: string): string {
  return readFileSync(new URL(`wiring/${file}`, ROOT), 'utf8')
}
