import type { Session } from '@kirim/contract/accounts'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createLimits } from '../../platform/limits/limits.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import { cheapPasswords as passwords } from '../../testing/cheap-passwords.ts'
import { freshDatabase, journeyEngines } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { wireWorkspaces } from '../../wiring/workspaces.ts'
import type { WorkspacesPort } from './accounts.ports.ts'
import {
  type Account,
  type AccountsRepository,
  createAccountsRepository,
} from './accounts.repository.ts'
import { registerAccount } from './open-account.ts'
import { signIn } from './sign-in.ts'
import type { SignInPlaces } from './sign-in-places.ts'

const OLD = 'the old password'
const email = 'aina@example.com'

describe.each(journeyEngines)('what ends sign-ins on %s: a change of the password', (engine) => {
  const clock = createFakeClock()
  let accounts: AccountsRepository
  let account: Account
  let workspaces: WorkspacesPort
  let close: () => Promise<void>

  beforeEach(async () => {
    const fresh = await freshDatabase(engine)
    close = fresh.close
    accounts = createAccountsRepository(fresh.db)
    workspaces = wireWorkspaces(fresh).port
    account = await registerAccount(
      { db: fresh.db, workspaces, clock, passwords },
      'test',
      { name: 'Aina', email, password: OLD },
      'user',
    )
    await accounts.signIn(account, tokenOf('first'))
  })
  afterEach(() => close())

  const tokenOf = (hash: string) => ({ hash, now: clock.now(), expiresAt: clock.now() + 60_000 })
  const works = (hash: string) => accounts.hasToken(hash, clock.now())
  const change = (tokenHash: string, next: string, name = 'Aina') =>
    accounts.changePassword(
      { personId: account.id, tokenHash },
      { name, passwordHash: `hash of ${next}` },
      tokenOf(next),
    )

  const signInWith = async (repository: AccountsRepository) => {
    const told: string[] = []
    const limits = {
      byAccount: createLimits(clock).failures('account', 10, 60_000),
      byAddress: createLimits(clock).failures('address', 10, 60_000),
      oneByOne: createKeyedLock(),
    }
    const places: SignInPlaces = { counterOf: async () => email, remember: async () => '' }
    const realtime = { signOut: (hashes: readonly string[]) => void told.push(...hashes) }
    const place = { address: '127.0.0.1', cookieHeader: undefined }
    const deps = { accounts: repository, clock, limits, passwords, places, realtime, workspaces }
    await signIn(deps, { email, password: OLD }, place)
    return { told }
  }

  test('leaves no token to a sign-in with the old one, whichever is first', async () => {
    for (let n = 0; n < 20; n += 1) {
      const [held, next] = [n === 0 ? 'first' : `change ${n - 1}`, `change ${n}`]
      const before = (await accounts.findByEmail(email)) ?? account
      const signIns = ['a', 'b', 'c'].map((name) => `${name} ${n}`)
      await Promise.all([
        accounts.signIn(before, tokenOf(`a ${n}`)),
        change(held, next),
        accounts.signIn(before, tokenOf(`b ${n}`)),
        accounts.signIn(before, tokenOf(`c ${n}`)),
      ])
      expect(await Promise.all(signIns.map(works))).toEqual([false, false, false])
      expect(await works(next)).toBe(true)
    }
  })

  test('made while a sign-in checks the old one: that is a wrong password by then', async () => {
    const overtaken: AccountsRepository = {
      ...accounts,
      async findByEmail(written) {
        const found = await accounts.findByEmail(written)
        await change('first', 'second')
        return found
      },
    }
    await expect(signInWith(overtaken)).rejects.toMatchObject({ code: 'wrong_credentials' })
  })

  test('or a sign-in too many: the oldest ends, and is told', async () => {
    clock.advance(1)
    await accounts.signIn(account, tokenOf('second'))
    clock.advance(1)
    const keepNewestTokens = (id: string) => accounts.keepNewestTokens(id, 2)
    const { told } = await signInWith({ ...accounts, keepNewestTokens })
    expect(told).toEqual(['first'])
    expect([await works('first'), await works('second')]).toEqual([false, true])
    expect(await accounts.keepNewestTokens(account.id, 2)).toEqual([])
  })

  test('asked with a token that is gone by then is refused, and changes nothing', async () => {
    await change('first', 'second', 'Siti')
    const before = await accounts.findById(account.id)
    await expect(change('first', 'third', 'Bala')).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(await accounts.findById(account.id)).toEqual(before)
    expect([await works('second'), await works('third')]).toEqual([true, false])
  })

  test('asked for twice at once with one token happens once', async () => {
    const app = await startTestApp(engine)
    onTestFinished(() => app.stop())
    const { token } = await app.newUser('Aina')
    const names = ['Siti', 'Bala']
    const answers = await Promise.all(
      names.map((name) =>
        app.call('PUT', '/users/profile', {
          token,
          body: { name, password: `${name} 12345`, currentPassword: 'correct horse' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const done = answers.find(({ status }) => status === 200)?.body as { token: string }
    const profile = await app.call('GET', '/users/profile', { token: done.token })
    const kept = names[answers.findIndex(({ status }) => status === 200)]
    expect(profile).toMatchObject({ status: 200, body: { name: kept } })
  })

  describe('asks for the current one', () => {
    let app: TestApp
    let member: Session
    beforeEach(async () => {
      app = await startTestApp(engine, { clock })
      member = await app.newUser('Aina')
    })
    afterEach(() => app.stop())

    const save = (body: object, token = member.token) =>
      app.call('PUT', '/users/profile', { token, body: { name: 'Aina', ...body } })
    const required = { status: 403, body: { code: 'current_password_required' } }
    const wrong = { status: 403, body: { code: 'current_password_wrong' } }

    test('right after signing in, too, and not for another name', async () => {
      for (const none of [{}, { currentPassword: '' }]) {
        expect(await save({ password: 'kopi-ais-panas', ...none })).toMatchObject(required)
      }
      expect((await save({ name: 'Siti' })).status).toBe(200)
      expect((await save({ name: 'Siti', password: '' })).status).toBe(200)
      const right = { password: 'kopi-ais-panas', currentPassword: 'correct horse' }
      expect(await save({ ...right, currentPassword: 'correct horse ' })).toMatchObject(wrong)
      expect((await save(right)).status).toBe(200)
      expect((await signedIn('kopi-ais-panas')).status).toBe(200)
    })

    test('refusing more than ten wrong ones', async () => {
      const guess = (currentPassword: string) => save({ password: 'teh-tarik', currentPassword })
      const answers = await Promise.all(Array.from({ length: 12 }, () => guess('wrong')))
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(10)
      expect(await guess('correct horse')).toMatchObject({
        status: 429,
        body: { code: 'too_many_guesses' },
      })
      clock.advance(15 * 60_000)
      expect((await guess('correct horse')).status).toBe(200)
    })

    test('ten times in an hour', async () => {
      let [token, currentPassword] = [member.token, 'correct horse']
      const change = async (password: string) => {
        const answer = await save({ password, currentPassword }, token)
        if (answer.status === 200) {
          ;[token, currentPassword] = [(answer.body as Session).token, password]
        }
        return answer
      }
      for (let n = 0; n < 10; n += 1) expect((await change(`teh tarik ${n}`)).status).toBe(200)
      expect(await change('teh tarik 10')).toMatchObject({
        status: 429,
        body: { code: 'too_many_requests' },
      })
      clock.advance(60 * 60_000)
      expect((await change('teh tarik 11')).status).toBe(200)
    })

    test('refusing a new one that is too common', async () => {
      expect(
        await save({ password: 'password123', currentPassword: 'correct horse' }),
      ).toMatchObject({
        status: 422,
        body: { code: 'password_too_common' },
      })
    })

    const signedIn = (password: string) =>
      app.call('POST', '/users/login', { body: { email: member.email, password } })
  })
})
