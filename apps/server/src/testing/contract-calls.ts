import type { CallSpec } from '@kirim/contract/call'
import { calls } from '@kirim/contract/testing/every-export'

/** Every call of the contract, named by its method and path. */
export function everyCall(): [string, CallSpec][] {
  return calls.map((spec) => [`${spec.method} ${spec.path}`, spec])
}

/** A path with its parameters filled in; missing ones become `x`. */
export function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => values[name] || 'x')
}

/** A body that would be accepted for one's own things; calls ignore fields they do not know. */
export const PLAUSIBLE = {
  clientId: 'browser-1',
  name: 'X',
  email: 'x@example.com',
  password: 'long enough',
  phoneNumber: '60123456789',
  groupName: 'X',
  label: 'X',
  campaignName: 'X',
  text: 'X',
  action: 'drop',
  membershipPlan: 'Pro',
  captionAi: 'X',
  as: 'document',
}

/** For calls without a form only: forms use some of these names differently. */
const PLAUSIBLE_IN_JSON = {
  filter: { match: 'all', conditions: [{ about: 'field', key: 'x', is: 'filled' }] },
  who: { by: 'list', list: {} },
  change: { does: 'tag', name: 'X' },
  ids: ['x'],
  format: 'csv',
  reason: 'X',
  words: [],
  answer: '',
  lineByDefault: true,
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
  cap: 5,
  warmUp: null,
  weather: { kind: 'calm' },
  marksRead: true,
  showsOnline: true,
  rejectsCalls: true,
  callText: '',
  historyDays: 30,
  showsGroups: false,
  scheme: 'http',
  host: '127.0.0.1',
  port: 9,
  membersMay: false,
  draining: false,
  question: 'X',
  options: ['X', 'Y'],
  choices: 1,
  emoji: '👍',
  personId: null,
  until: null,
  colour: 'teal',
  newChats: null,
  card: { type: 'location', latitude: 0, longitude: 0 },
}

/** The fields of a contact are no list, as those of an API are, and people have other roles. */
export function plausibleInJson({ path }: CallSpec): object {
  if (path.startsWith('/team/')) return { role: 'agent' }
  return path === '/contacts/:id' ? { ...PLAUSIBLE_IN_JSON, fields: {} } : PLAUSIBLE_IN_JSON
}
