import { EMAIL_MAX_LENGTH } from '@kirim/contract/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  refusedAt,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { type LoginField, type LoginProblems, signIn } from './sign-in.ts'

const LOGIN = 'POST /users/login'
const values = { email: 'aisyah@kedai.example', password: 'kopi-ais-panas' }

let api: FakeApi
beforeEach(() => {
  api = fakeApi({})
})
afterEach(() => {
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

async function outcomeOf(given: Partial<Record<LoginField, string>> = {}) {
  const outcome = await signIn({ ...values, ...given })
  if ('session' in outcome) throw new Error('It went well.')
  const textsOf = (problems: LoginProblems) =>
    Object.fromEntries(Object.entries(problems).map(([field, say]) => [field, say()]))
  return {
    problems: () => textsOf(outcome.problems),
    refusal: () => ('refusal' in outcome ? outcome.refusal('Fallback.') : null),
  }
}

const longest = `${'a'.repeat(EMAIL_MAX_LENGTH - '@b.example'.length)}@b.example`

describe('validation before the call', () => {
  it.each<[string, Partial<Record<LoginField, string>>, object]>([
    ['no e-mail', { email: ' ' }, { email: 'E-mail is required.' }],
    ['half an e-mail', { email: 'aisyah@' }, { email: 'Enter a valid e-mail address.' }],
    [
      'too long an e-mail',
      { email: `a${longest}` },
      { email: 'An e-mail address may have at most 254 characters.' },
    ],
    ['no password', { password: '' }, { password: 'Password is required.' }],
    [
      'too long a password',
      { password: 'x'.repeat(1001) },
      { password: 'A password may have at most 1000 characters.' },
    ],
    [
      'both',
      { email: '', password: '' },
      { email: 'E-mail is required.', password: 'Password is required.' },
    ],
  ])('%s', async (_what, given, problems) => {
    const outcome = await outcomeOf(given)
    expect([outcome.problems(), outcome.refusal(), api.calls]).toEqual([problems, null, []])
  })
})

describe('the call', () => {
  it.each([
    ['the longest e-mail', { email: longest }, { email: longest }],
    ['an e-mail without the blanks around it', { email: ` ${values.email} ` }, {}],
    ['a password with its blanks', { password: '  kopi  ' }, { password: '  kopi  ' }],
    ['the longest password', { password: 'x'.repeat(1000) }, { password: 'x'.repeat(1000) }],
  ])('%s', async (_what, given, sent) => {
    await outcomeOf(given)
    expect(lastBodyOf(api, LOGIN)).toEqual({ ...values, ...sent })
  })

  it('returns the session', async () => {
    const session = {
      _id: 'u1',
      name: 'Aisyah',
      email: values.email,
      role: 'user',
      membershipPlan: 'Free',
      defaultCountry: 'MY',
      createdAt: '2026-11-01T00:00:00.000Z',
      token: 't1',
    }
    api.answers[LOGIN] = ok(session)
    await expect(signIn(values)).resolves.toEqual({ session })
  })
})

describe('refusals by the server', () => {
  it.each([
    [
      'wrong',
      refused(401, 'Wrong e-mail or password.', 'wrong_credentials'),
      'Wrong e-mail or password.',
    ],
    [
      'too often',
      refused(429, 'Too many failed sign-ins. Try again in 30 seconds.', 'too_many_sign_ins'),
      'Too many failed sign-ins. Try again in 30 seconds.',
    ],
    ['not answered', unanswered(), 'Fallback.'],
    ['answered by a proxy', { status: 502, body: 'Bad gateway' }, 'Fallback.'],
    ['answered by something else', ok({ token: 't1' }), 'Fallback.'],
  ])('%s is said for the whole form', async (_what, answer, sentence) => {
    api.answers[LOGIN] = answer
    const outcome = await outcomeOf()
    expect([outcome.refusal(), outcome.problems()]).toEqual([sentence, {}])
  })

  it('of one field are shown there, too, in the current language', async () => {
    const message = 'An e-mail address may have at most 254 characters.'
    const issues = [{ path: ['email'], code: 'email_too_long', params: { max: 254 } }]
    api.answers[LOGIN] = {
      status: 400,
      body: { message, code: 'validation_failed', issues },
    }
    const outcome = await outcomeOf()
    expect([outcome.refusal(), outcome.problems()]).toEqual([message, { email: message }])
    await i18n.changeLanguage('ms')
    const malay = i18n.t('An e-mail address may have at most {max} characters.', { max: 254 })
    expect([outcome.refusal(), outcome.problems()]).toEqual([malay, { email: malay }])
  })

  it('of a field that the form does not have are shown for the form', async () => {
    api.answers[LOGIN] = refusedAt('captcha', 400, 'Solve the riddle.', 'captcha_missing')
    const outcome = await outcomeOf()
    expect([outcome.refusal(), outcome.problems()]).toEqual(['Solve the riddle.', {}])
  })
})
