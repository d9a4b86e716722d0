import { utils, write } from '@e965/xlsx'
import type { CallSpec } from '@kirim/contract/call'
import { clientEvents } from '@kirim/contract/realtime'
import type { ErrorBody } from '@kirim/contract/refusals'
import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { repeatTo, SLOW_UNITS } from '@kirim/testing/slow-texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { everyCall, fillPath, PLAUSIBLE, plausibleInJson } from './contract-calls.ts'
import { createStridingClock } from './striding-clock.ts'
import { idsIn, seedTenant, type Tenant } from './tenant.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { openBrowser } from './test-browser.ts'
import { asForm, type TextField, textFieldsOf, withText } from './text-fields.ts'

const calls = everyCall()
const withFields = calls.filter(([, { body, query }]) => body || query)
const withParams = calls.filter(([, { path }]) => path.includes(':'))
const worst = Object.entries(SLOW_UNITS)

/** The limit of all fields whose schema has none. */
const FITTING_LENGTH = 10_000
/** Just below the limit of a body, with and without a session. */
const WHOLE_BODY = { user: 900_000, public: 28_000 }
const ADDRESS_LENGTH = 1500

describe('no text holds up the server', () => {
  const clock = createStridingClock()
  let app: TestApp
  let tenant: Tenant
  let token: string
  /** The token of a user whose profile may be broken. */
  let spare: string

  beforeAll(async () => {
    app = await startTestApp('SQLite', { clock, env: { REGISTER_LIMIT: '1000000' } })
    const db = openDatabase({ file: `${app.dataDir}/kirim.db` }, createLog('silent'))
    // As an admin, who is allowed all calls.
    tenant = await seedTenant(app, db, await app.newUser('Owner'))
    token = tenant.session.token
    spare = (await app.newUser('Spare')).token
    await db.destroy()
  })
  afterAll(async () => {
    expect((await app.call('GET', '/health')).status).toBe(200)
    await app.stop()
  })

  /** The longest step of answering, and its last answer; without rate limits. */
  async function ask(spec: CallSpec, path: string, body?: object) {
    let status = 0
    let said = ''
    const isForm = body instanceof FormData
    const isProfile = spec.path === '/users/profile'
    const sent = body === undefined || isForm ? body : Buffer.from(JSON.stringify(body))
    const step = await longestBlockMsBestOf3(async () => {
      clock.stride()
      const answer = await fetch(`${app.url}/api${path}`, {
        method: spec.method,
        headers: {
          authorization: `Bearer ${isProfile ? spare : token}`,
          ...(sent && !isForm && { 'content-type': 'application/json' }),
        },
        ...(sent && { body: sent }),
      })
      status = answer.status
      said = await answer.text()
      // Not refused before validation: the text itself was checked.
      const kept = isProfile || spec.access === 'public' ? [500] : [401, 429, 500]
      const isOut = kept.includes(status)
      expect([said.slice(0, 200), isOut]).toEqual([expect.any(String), false])
      // A profile with another password ends the session that changed it.
      if (isProfile) spare = /"token":"([^"]+)"/.exec(said)?.[1] ?? spare
    })
    return { step, isDone: status < 400, refused: status === 400 ? refusedIn(said) : [] }
  }

  const stepOf = async (...call: Parameters<typeof ask>) => (await ask(...call)).step

  const baseFor = (spec: CallSpec) => ({
    ...PLAUSIBLE,
    contactGroupId: tenant.groupId,
    groupId: tenant.groupId,
    ...(!spec.file && plausibleInJson(spec)),
  })
  const asSent = (spec: CallSpec, body: object) => (spec.file ? asForm(body) : body)

  test.each(withFields)('%s, in each of its fields', async (_name, spec) => {
    const path = fillPath(spec.path, idsIn(spec.path, tenant))
    for (const [what, unit] of worst) {
      const bodyWith = (fields: readonly TextField[]) =>
        asSent(
          spec,
          fields.reduce(
            (body: object, field) =>
              withText(body, field, repeatTo(unit, field.maxLength ?? FITTING_LENGTH)),
            baseFor(spec),
          ),
        )
      const trial = async (fields: readonly TextField[]) => {
        const answer = await ask(spec, path, bodyWith(fields))
        const names = fields.map((field) => field.path.join('.')).join()
        expect([what, names, answer.step]).toEqual([what, names, fast])
        return answer
      }
      for (const field of await unsettled(spec.body ? textFieldsOf(spec.body) : [], trial)) {
        await trial([field])
      }
      for (const field of spec.query ? textFieldsOf(spec.query) : []) {
        const text = repeatTo(unit, Math.min(field.maxLength ?? ADDRESS_LENGTH, ADDRESS_LENGTH))
        const query = new URLSearchParams({ [field.path.join('.')]: text })
        expect([what, field.path, await stepOf(spec, `${path}?${query}`)]).toEqual([
          what,
          field.path,
          fast,
        ])
      }
    }
  })

  test.each(withFields.filter(([, { body }]) => body && textFieldsOf(body).length > 0))(
    '%s, in all its fields at once, as long as a body may be',
    async (_name, spec) => {
      const path = fillPath(spec.path, idsIn(spec.path, tenant))
      const fields = spec.body ? textFieldsOf(spec.body) : []
      // All are refused for their length, by the same rule: each field has another of the texts.
      for (let first = 0; first < worst.length; first += fields.length) {
        const texts = worst.slice(first, first + fields.length)
        const widest = Math.max(
          ...texts.map(([, unit]) => Buffer.byteLength(JSON.stringify(unit)) / unit.length),
        )
        const room = WHOLE_BODY[spec.access === 'public' ? 'public' : 'user']
        const each = Math.floor(room / widest / fields.length)
        // A field of a longer form is refused for its size, not for its text.
        const length = spec.file ? Math.min(each, 60_000) : each
        const body = fields.reduce(
          (made: object, field, n) =>
            withText(made, field, repeatTo(texts[n % texts.length]?.[1] ?? '', length)),
          baseFor(spec),
        )
        const what = texts.map(([name]) => name)
        expect([what, await stepOf(spec, path, asSent(spec, body))]).toEqual([what, fast])
      }
    },
  )

  test.each(withParams)('%s, in its address', async (_name, spec) => {
    for (const [what, unit] of worst) {
      const text = encodeURIComponent(repeatTo(unit, 150).toWellFormed()).slice(0, 480)
      const path = spec.path.replace(/:\w+/g, text.replace(/%.?$/, ''))
      const body = spec.body && asSent(spec, baseFor(spec))
      expect([what, await stepOf(spec, path, body)]).toEqual([what, fast])
    }
  })

  test('the search, with everything found', async () => {
    for (const [what, unit] of worst) {
      await app.call('POST', '/contacts', {
        token,
        body: { name: repeatTo(unit, 200), phoneNumber: `6012345${1000 + worst.length}` },
      })
      const query = new URLSearchParams({ q: repeatTo(unit, 200) })
      const list = calls.find(([name]) => name === 'GET /contacts')?.[1]
      if (list) expect([what, await stepOf(list, `/contacts?${query}`)]).toEqual([what, fast])
    }
  })

  test('every event of a socket', async () => {
    for (const [what, unit] of worst) {
      for (const event of Object.keys(clientEvents)) {
        clock.stride()
        const browser = await openBrowser(app.url, { ...tenant.session, token })
        const step = await longestBlockMsBestOf3(async () => {
          for (const length of [200, 2400]) {
            browser.socket.emit(event, repeatTo(unit, length), { [unit]: unit })
          }
          // Events are answered in order, so this answer comes after all of them.
          const answered = browser.next('whatsapp_status')
          browser.socket.emit('get_whatsapp_status')
          await answered
        })
        browser.close()
        expect([what, event, step]).toEqual([what, event, fast])
      }
    }
  })

  test('every cell of a spreadsheet', async () => {
    const spec = calls.find(([name]) => name === 'POST /contacts/upload')?.[1]
    if (!spec) throw new Error('There is no such call.')
    const longest = 32_767
    const people = worst.map(([, unit], n) => [
      repeatTo(unit, longest),
      n % 2 ? `01234567${10 + n}` : repeatTo(unit, longest),
    ])
    const headings = [worst.map(([, unit]) => repeatTo(unit, 5000)), ['Name', 'Phone']]
    for (const rows of [[...headings, ...people], people]) {
      const book = utils.book_new(utils.aoa_to_sheet(rows))
      const sheet: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
      const form = new FormData()
      form.set('groupId', tenant.groupId)
      form.set('file', new Blob([new Uint8Array(sheet)]), 'people.xlsx')
      expect(await stepOf(spec, '/contacts/upload', form)).toBeLessThan(BLOCK_MAX_MS)
    }
  })

  test.each([
    ['signs that are eighteen', (n: number, run: number) => repeatTo('\ufdfa', 190 + run) + n],
    ['syllables that come apart', (n: number, run: number) => scattered(n, run, 0xac00, 11_172)],
    ['rare signs', (n: number, run: number) => scattered(n, run, 0x4e00, 20_000)],
  ])('many rows of long names: %s', async (_what, name) => {
    const spec = calls.find(([key]) => key === 'POST /contacts/upload')?.[1]
    if (!spec) throw new Error('There is no such call.')
    const forms = [0, 1, 2].map((run) => {
      const rows = Array.from({ length: 1500 }, (_, n) => [name(n, run), `6017${1_000_000 + n}`])
      const book = utils.book_new(utils.aoa_to_sheet([['Name', 'Phone'], ...rows]))
      const sheet: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
      const form = new FormData()
      form.set('groupId', tenant.groupId)
      form.set('takeNames', 'true')
      form.set('file', new Blob([new Uint8Array(sheet)]), 'people.xlsx')
      return form
    })
    // Equally long names replace those of the first file.
    const step = await longestBlockMsBestOf3(async () => {
      const answer = await app.call('POST', '/contacts/upload', { token, body: forms.shift() })
      expect(answer.status).toBe(200)
    })
    expect(step).toEqual(fast)
  })
})

/** 190 characters of a range; no other row has the same sequence. */
function scattered(n: number, run: number, first: number, signs: number): string {
  const sign = (at: number) => first + ((at * at * (2 * run + 7) + at * 7919) % signs)
  return String.fromCodePoint(...Array.from({ length: 190 }, (_, at) => sign(n * 190 + at)))
}

interface Trial {
  /** The call did what it is for, so every text was not only read but used. */
  readonly isDone: boolean
  /** The fields that were refused, each as `a.b`. */
  readonly refused: readonly string[]
}

/**
 * The fields that are still to be tried one at a time. Tried together, those that are refused have
 * been read; the others are tried together again, and once the call is done, each of them was used.
 */
async function unsettled(
  fields: readonly TextField[],
  trial: (fields: readonly TextField[]) => Promise<Trial>,
): Promise<readonly TextField[]> {
  let left = fields
  while (left.length > 1) {
    const { isDone, refused } = await trial(left)
    if (isDone) return []
    const isRefused = ({ path }: TextField) =>
      refused.some((name) => name === path.join('.') || name.startsWith(`${path.join('.')}.`))
    const taken = left.filter((field) => !isRefused(field))
    if (taken.length === left.length) break
    left = taken
  }
  return left
}

function refusedIn(said: string): string[] {
  const { issues = [] } = JSON.parse(said) as Partial<ErrorBody>
  return issues.map(({ path }) => path.join('.'))
}

const fast = {
  asymmetricMatch: (step: unknown) => typeof step === 'number' && step < BLOCK_MAX_MS,
  toString: () => `at most ${BLOCK_MAX_MS} ms`,
}
