import type { CallSpec } from '@kirim/contract/call'
import { repeatTo, SLOW_UNITS } from '@kirim/testing/slow-texts'
import fc from 'fast-check'
import { fillPath, PLAUSIBLE, plausibleInJson } from './contract-calls.ts'
import { asForm, textFieldsOf, withText } from './text-fields.ts'

/** Values of a wrong type or an unusual content. */
export const awkwardValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    '',
    ' ',
    '0',
    'null',
    '[]',
    '{}',
    '[',
    '\0',
    '\ud800',
  ),
  fc.constantFrom('__proto__', 'constructor', '../../etc/passwd', "' or 1=1 --", '%00', '$1'),
  fc.constantFrom(...Object.values(SLOW_UNITS)).map((unit) => repeatTo(unit, 3000)),
  fc.integer({ min: 1, max: 6000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom([], [[]], {}, { a: {} }, Array(300).fill('x'), [null]),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue(),
)

interface Change {
  readonly field: number
  readonly value: unknown
}
const seldom = <T>(oneIn: number, value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
const fuzzed = (calls: number) =>
  fc.record({
    call: fc.nat(calls - 1),
    changes: fc.array(fc.record({ field: fc.nat(30), value: awkwardValues }), { maxLength: 4 }),
    /** Replaces the ids in the path; null for one's own. */
    id: seldom(4, fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.constant('%'))),
    query: seldom(3, fc.dictionary(fc.string(), fc.string({ unit: 'binary', maxLength: 200 }))),
    how: fc.constantFrom(
      'as wanted',
      'as wanted',
      'as wanted',
      'raw',
      'other method',
      'other type',
    ),
    raw: fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant('['.repeat(5000))),
    token: fc.constantFrom('own', 'own', 'own', 'own', 'none', 'made up'),
    nowhere: seldom(20, fc.webPath()),
  })
type FuzzedRequest = ReturnType<typeof fuzzed> extends fc.Arbitrary<infer R> ? R : never

/** Calls that delete what the others need, or lock everybody out. */
const DESTRUCTIVE = /DELETE \/(admin|whatsapp)|PUT \/admin|PUT \/sandbox/

/** The token and things of one user, which most requests reference. */
export interface FuzzedPlace {
  readonly groupId: string
  idsIn(path: string): Record<string, string>
}

export interface WrittenRequest {
  readonly spec: CallSpec
  readonly method: string
  readonly path: string
  readonly type: string | null
  readonly body: string | FormData | undefined
  readonly token: 'own' | 'made up' | null
  /** The input it was built from, for reports of failures. */
  readonly made: FuzzedRequest
}

/** Requests to these calls, most of them with something wrong; the same for the same seed. */
export function fuzzedRequests(
  calls: readonly CallSpec[],
  place: FuzzedPlace,
  { numRuns, seed }: { numRuns: number; seed: number },
): WrittenRequest[] {
  return fc.sample(fuzzed(calls.length), { numRuns, seed }).flatMap((made) => {
    const spec = calls[made.call]
    return spec ? [written(spec, made, place)] : []
  })
}

function written(spec: CallSpec, made: FuzzedRequest, place: FuzzedPlace): WrittenRequest {
  const hasBody = spec.method !== 'GET' && made.how !== 'other method'
  const body = hasBody ? bodyOf(spec, made, place) : undefined
  const type = made.how === 'other type' ? 'text/csv' : 'application/json'
  return {
    spec,
    method: made.how === 'other method' ? 'PATCH' : spec.method,
    path: made.nowhere ?? pathOf(spec, made, place),
    type: typeof body === 'string' ? type : null,
    body,
    token: made.token === 'none' ? null : made.token === 'own' ? 'own' : 'made up',
    made,
  }
}

function pathOf(spec: CallSpec, { id, query }: FuzzedRequest, place: FuzzedPlace): string {
  const isSpared = DESTRUCTIVE.test(`${spec.method} ${spec.path}`)
  const ids = id === null && !isSpared ? place.idsIn(spec.path) : {}
  const made = encodeURIComponent((id ?? 'x').toWellFormed()).replaceAll('.', '%2E')
  const path = fillPath(spec.path, ids).replace(/(?<=\/)x(?=\/|$)/g, made)
  if (query === null) return path
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) asked.append(name, value)
  return `${path}?${asked}`
}

function bodyOf(spec: CallSpec, one: FuzzedRequest, { groupId }: FuzzedPlace): string | FormData {
  if (one.how === 'raw') return one.raw.toWellFormed()
  const base = { ...PLAUSIBLE, contactGroupId: groupId, ...(!spec.file && plausibleInJson(spec)) }
  const body = changed(
    spec,
    DESTRUCTIVE.test(`${spec.method} ${spec.path}`) ? {} : base,
    one.changes,
  )
  return spec.file && one.how !== 'other type' ? asForm(body) : JSON.stringify(body)
}

function changed(spec: CallSpec, base: object, changes: readonly Change[]): object {
  const fields = spec.body ? textFieldsOf(spec.body) : []
  return changes.reduce((body, { field, value }) => {
    const place = fields[field % Math.max(1, fields.length)]
    return place ? withText(body, place, value) : body
  }, base)
}
