import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CallSpec } from '@kirim/contract/call'

const CONTRACT = fileURLToPath(new URL('../../../../packages/contract/src/', import.meta.url))

/**
 * Every call there is, found in the contract itself, so that a new one is tried from its first day.
 */
export async function everyCall(): Promise<[string, CallSpec][]> {
  const files = readdirSync(CONTRACT).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  )
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(`${CONTRACT}${file}`)),
  )
  const specs = modules.flatMap((module) => Object.values(module)).filter(isCall)
  return specs.map((spec) => [`${spec.method} ${spec.path}`, spec])
}

function isCall(value: unknown): value is CallSpec {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'access' in value
  )
}

/** A path with its parameters filled in; those without a value are `x`. */
export function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => values[name] || 'x')
}

/** A body that would be accepted, were it one's own; whatever a call does not know is ignored. */
export const PLAUSIBLE = {
  name: 'X',
  email: 'x@example.com',
  password: 'long enough',
  phoneNumber: '60123456789',
  groupName: 'X',
  campaignName: 'X',
  text: 'X',
  action: 'drop',
  membershipPlan: 'Pro',
  captionAi: 'X',
}

/** What only calls without a form take: a form may have other words for the same name. */
export const PLAUSIBLE_IN_JSON = {
  online: true,
  subject: 'X',
  members: ['60123456789'],
  isEnabled: true,
  status: 'Enabled',
  timeZone: 'UTC',
  language: 'en',
  cooldownSeconds: 0,
  quietMinutes: 0,
  knowledge: '',
  method: 'GET',
  url: 'http://127.0.0.1:9/',
  headers: [],
  body: '',
  fields: [],
  fallbackText: '',
}
