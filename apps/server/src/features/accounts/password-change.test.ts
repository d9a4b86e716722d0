import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createFailureLimiter } from '../../platform/failure-limiter.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { startTestApp } from '../../testing/test-app.ts'
import {
  type Account,
  type AccountsRepository,
  createAccountsRepository,
} from './accounts.repository.ts'
import { registerAccount } from './register-account.ts'
import { signIn } from './sign-in.ts'

const OLD = 'the old password'
const email = 'aina@example.com'

describe.each(engines)('a change of the password on %s', (engine) => {
  const clock = createFakeClock()
  let accounts: AccountsRepository
  let account: Account
  let close: () => Promise<void>

  beforeEach(async () => {
    const fresh = await freshDatabase(engine)
    close = fresh.close
    accounts = createAccountsRepository(fresh.db)
    account = await registerAccount(
      { accounts, clock },
      { name: 'Aina', email, password: OLD },
      'user',
    )
    await accounts.signIn(account, tokenOf('first'))
  })
  afterEach(() => close())

  const tokenOf = (hash: string) => ({ hash, now: clock.now(), expiresAt: clock.now() + 60_000 })
  const works = async (hash: string) => (await accounts.findByToken(hash, clock.now())) !== null
  const change = (tokenHash: string, next: string, name = 'Aina') =>
    accounts.changePassword(
      { userId: account.id, tokenHash },
      { name, passwordHash: `hash of ${next}` },
      tokenOf(next),
    )

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
    const limits = {
      byAccount: createFailureLimiter(clock, 10, 60_000),
      byAddress: createFailureLimiter(clock, 10, 60_000),
      oneByOne: createKeyedLock(),
    }
    const body = { email, password: OLD }
    await expect(
      signIn({ accounts: overtaken, clock, limits }, body, '127.0.0.1'),
    ).rejects.toMatchObject({ code: 'wrong_credentials' })
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
        app.call('PUT', '/users/profile', { token, body: { name, password: `${name} 12345` } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const done = answers.find(({ status }) => status === 200)?.body as { token: string }
    const profile = await app.call('GET', '/users/profile', { token: done.token })
    const kept = names[answers.findIndex(({ status }) => status === 200)]
    expect(profile).toMatchObject({ status: 200, body: { name: kept } })
  })
})
