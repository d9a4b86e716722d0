import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { ZodMiniType } from 'zod/mini'
import type { CallSpec } from '../call.ts'

const CONTRACT = join(import.meta.dirname, '..')
const files = globSync('*.ts', { cwd: CONTRACT }).filter((name) => !name.includes('.test.'))
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((file) => import(/* @vite-ignore */ join(CONTRACT, file))),
)
const exported = modules.flatMap((module) => Object.entries(module))

/** Every call, found in the contract itself, so that a new call is tested automatically. */
export const calls = exported.flatMap(([, value]) => (isCall(value) ? [value] : []))

/** Every exported schema, by its name. */
export const schemas = exported.filter((entry): entry is [string, ZodMiniType] => {
  return typeof entry[1] === 'object' && entry[1] !== null && '_zod' in entry[1]
})

function isCall(value: unknown): value is CallSpec {
  return typeof value === 'object' && value !== null && 'path' in value && 'summary' in value
}
