import { SavedResponse } from '@kirim/contract/chatbot-tools'
import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Db, openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { createLog } from '../../../platform/log.ts'
import { seedTenant, type Tenant } from '../../../testing/tenant.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

/** As long as a message may be, and all different. */
const longText = (n: number) => `${n} ${'字'.repeat(65_000)}`

describe('saved responses that are as long as anybody may write', () => {
  let app: TestApp
  let tenant: Tenant
  let address: string

  beforeAll(async () => {
    app = await startTestApp('SQLite')
    const db = openDatabase({ file: `${app.dataDir}/kirim.db` }, createLog('silent'))
    tenant = await seedTenant(app, db, await app.newUser())
    const { id, user_id } = await db.selectFrom('devices').selectAll().executeTakeFirstOrThrow()
    address = `${app.url}/api/ai-chatbot/${id}/responses`
    await db.deleteFrom('saved_responses').execute()
    for (let n = 0; n < 120; n++) await save(db, { device_id: id, user_id, text: longText(n) })
    await db.destroy()
  })
  afterAll(() => app.stop())

  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${tenant.session.token}` }
    const answer = await fetch(`${address}${path}`, { headers })
    expect(answer.status).toBe(200)
    return answer
  }
  const read = async (path: string) => Buffer.from(await (await ask(path)).arrayBuffer())
  /** Keeps nothing: to put 20 MB together would count as a step of the server's. */
  const passBy = async (path: string) => {
    let bytes = 0
    for await (const chunk of (await ask(path)).body ?? []) bytes += chunk.byteLength
    expect(bytes).toBeGreaterThan(100 * 65_000)
  }

  test.each(['?limit=100', '.csv'])('do not block: responses%s', async (path) => {
    expect(await longestBlockMsBestOf3(() => passBy(path))).toBeLessThan(BLOCK_MAX_MS)
  })

  test('are complete and in order', async () => {
    const page = z.array(SavedResponse).parse(JSON.parse((await read('?limit=100')).toString()))
    const newest = Array.from({ length: 100 }, (_, n) => longText(119 - n))
    expect(page.map(({ text }) => text)).toEqual(newest)
    const lines = (await read('.csv')).toString().trim().split('\r\n')
    expect(lines).toHaveLength(121)
  })
})

async function save(db: Db, saved: { device_id: string; user_id: string; text: string }) {
  const row = { ...saved, item_id: null, item_name: '', name: '', phone_number: '', at: 0 }
  await db
    .insertInto('saved_responses')
    .values({ ...row, id: newId(), message_id: newId(), kind: 'text', search_key: '' })
    .execute()
}
