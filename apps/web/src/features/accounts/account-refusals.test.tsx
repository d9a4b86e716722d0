// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loginDraft } from '#shared/auth/login-draft.ts'
import { i18n } from '#shared/i18n/i18n.ts'
import { UsageCard } from '#shared/quotas/usage-card.tsx'
import { useAddress } from '#shared/routing/address.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  refusedAt,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { fill, isDisabled, press, pressTwice, stubLayout } from '#shared/testing/user.ts'
import { LoginPage } from './login-page.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RegisterPage } from './register-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

const LOGIN = 'POST /users/login'
const REGISTER = 'POST /users/register'
const RESET = 'POST /users/reset-password'
const PROFILE = 'PUT /users/profile'
const USAGE = 'GET /users/quotas'
const EMAIL = 'aisyah@kedai.example'
const PASSWORD = 'kopi-ais-panas'

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ 'GET /users/registration': ok({ mode: 'open', setupCodeNeeded: false }) })
})
afterEach(() => {
  window.history.replaceState(null, '', '/')
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

function Address() {
  const { pathname, search } = useAddress()
  return <p data-testid="address">{pathname + search}</p>
}

const forms = {
  'a sign-in': {
    call: LOGIN,
    page: <LoginPage />,
    address: '/login',
    values: { Email: EMAIL, Password: PASSWORD },
    action: 'Sign in',
    busy: 'Processing...',
    title: 'Login Error',
    fallback: 'Failed to log in. Please try again.',
  },
  'a registration': {
    call: REGISTER,
    page: <RegisterPage />,
    address: '/register',
    values: { Name: 'Aisyah', 'Email address': EMAIL, Password: PASSWORD },
    action: 'Register',
    busy: 'Registering...',
    title: 'Registration Error',
    fallback: 'Failed to register. Please try again.',
  },
  'a new password': {
    call: RESET,
    page: <ResetPasswordPage />,
    address: '/reset-password#token=t1',
    values: { 'New password': PASSWORD, 'Confirm password': PASSWORD },
    action: 'Set password',
    busy: 'Saving...',
    title: 'The password was not set',
    fallback: 'The server did not respond. Please try again.',
  },
} as const
type Form = keyof typeof forms
const all = Object.keys(forms) as Form[]

async function filledIn(form: Form) {
  const { page, address, values } = forms[form]
  renderPage(
    <>
      {page}
      <Address />
    </>,
    {},
    address,
  )
  for (const [label, value] of Object.entries(values)) await fill(label, value)
}
const boxes = (form: Form) =>
  Object.keys(forms[form].values).map((label) => screen.getByLabelText<HTMLInputElement>(label))

describe.each(all)('%s', (form) => {
  const { call, action, busy, values, title, fallback } = forms[form]

  it('is sent once, however often it is pressed, and is disabled meanwhile', async () => {
    const late = Promise.withResolvers<void>()
    api.answers[call] = { ...refused(500, ''), after: late.promise }
    await filledIn(form)
    await pressTwice(action)
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: busy })
    expect([button, ...boxes(form)].every(isDisabled)).toBe(true)
    await waitFor(() => expect(callsOf(api, call)).toHaveLength(1))
    await act(async () => late.resolve())
    await screen.findByRole('button', { name: action })
  })

  it('without an answer shows an error, keeps its input, and can be sent again', async () => {
    api.answers[call] = unanswered()
    await filledIn(form)
    await press(action)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(title + fallback)
    expect(boxes(form).map(({ value }) => value)).toEqual(Object.values(values))
    api.answers[call] = refused(503, 'The server is stopping.', 'shutting_down')
    await press(action)
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(`${title}The server is stopping.`),
    )
  })

  it('that is refused follows the language', async () => {
    const message = 'Too many requests. Try again in 9 seconds.'
    const body = { message, code: 'too_many_requests', params: { seconds: 9 } }
    api.answers[call] = { status: 429, body }
    await filledIn(form)
    await press(action)
    await screen.findByText(message)
    await act(() => i18n.changeLanguage('ms'))
    screen.getByText(i18n.t('Too many requests. Try again in {seconds} seconds.', { seconds: 9 }))
    expect(screen.queryByText(message)).toBeNull()
  })
})

describe('an error of one field is shown at it, with the focus', () => {
  it.each<[Form, string, string, string, string]>([
    [
      'a registration',
      'Email address',
      'email',
      'email_taken',
      'An account with this e-mail already exists.',
    ],
    [
      'a registration',
      'Password',
      'password',
      'password_too_common',
      'This password is one of the most common ones. Choose another.',
    ],
    [
      'a new password',
      'New password',
      'password',
      'password_too_common',
      'This password is one of the most common ones. Choose another.',
    ],
  ])('%s, %s', async (form, label, field, code, message) => {
    api.answers[forms[form].call] = refusedAt(field, 409, message, code)
    await filledIn(form)
    await press(forms[form].action)
    const box = screen.getByLabelText(label)
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      message,
    )
  })
})

describe('links between these pages', () => {
  it.each([
    ['a sign-in', 'Register Now!', '/login?next=%2Fmedia', '/register?next=%2Fmedia'],
    ['a registration', 'Sign in', '/register?next=%2Fmedia', '/login?next=%2Fmedia'],
    ['a registration', 'Sign in', '/register', '/login'],
  ] as const)('%s: %s keeps where one was headed', async (form, link, from, to) => {
    renderPage(forms[form].page, {}, from)
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(to)
  })

  it('creating an account leads to the sign-in, with its e-mail filled in', async () => {
    api.answers[REGISTER] = ok({
      _id: 'u1',
      name: 'Aisyah',
      email: EMAIL,
      role: 'user',
      membershipPlan: 'Free',
      defaultCountry: 'MY',
      createdAt: '2026-11-01T00:00:00.000Z',
    })
    await filledIn('a registration')
    await press('Register')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login'))
    expect(loginDraft.read()).toBe(EMAIL)
    expect(lastBodyOf(api, REGISTER)).not.toHaveProperty('invitation')
    cleanup()
    renderPage(<RegisterPage />, {}, '/register')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  })

  it('an unfinished sign-in keeps its e-mail, and focuses the password', () => {
    loginDraft.write(EMAIL)
    renderPage(<LoginPage />, {}, '/login')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(EMAIL)
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  it('a password is hidden at first, and can be shown', async () => {
    await filledIn('a sign-in')
    const box = screen.getByLabelText<HTMLInputElement>('Password')
    const types = [box.type]
    await press('Show password')
    types.push(box.type)
    await press('Hide password')
    expect([...types, box.type]).toEqual(['password', 'text', 'password'])
  })
})

describe('a profile', () => {
  const save = () => press('Save Changes')

  it.each([
    ['name', 'Name', 'name_too_long', 'A name may have at most 200 characters.'],
    [
      'password',
      'New password',
      'password_too_common',
      'This password is one of the most common ones. Choose another.',
    ],
  ])(
    'whose %s is refused says so at %s, and keeps the rest',
    async (field, label, code, message) => {
      api.answers[PROFILE] = refusedAt(field, 422, message, code)
      renderPage(<ProfileForm />)
      await fill('Name', 'Siti')
      await fill('New password', PASSWORD)
      await fill('Confirm password', PASSWORD)
      await save()
      const box = screen.getByLabelText<HTMLInputElement>(label)
      await waitFor(() => expect(document.activeElement).toBe(box))
      expect(box.getAttribute('aria-invalid')).toBe('true')
      expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Siti')
      expect(screen.getByLabelText<HTMLInputElement>('Confirm password').value).toBe(PASSWORD)
    },
  )

  it.each([
    ['no answer', unanswered(), 'Failed: Error updating profile.'],
    [
      'a full disk',
      refused(503, 'The disk of this server is full.', 'storage_full'),
      'Failed: The disk of this server is full.',
    ],
  ])(
    'that is not saved for %s says only that, where no password was to be set',
    async (_why, answer, sentence) => {
      api.answers[PROFILE] = answer
      renderPage(<ProfileForm />)
      await fill('Name', 'Siti')
      await pressTwice('Save Changes')
      await screen.findByText(sentence)
      expect(screen.queryByText(/your password may have been changed/)).toBeNull()
      expect(callsOf(api, PROFILE)).toHaveLength(1)
      expect(lastBodyOf(api, PROFILE)).toEqual({
        name: 'Siti',
        defaultCountry: 'MY',
        currentPassword: '',
      })
    },
  )

  it('is not sent with a name of blanks, or a password that is one letter short', async () => {
    renderPage(<ProfileForm />)
    await fill('Name', '   ')
    await fill('New password', '1234567')
    await fill('Confirm password', '1234567')
    await save()
    await screen.findByText('Name is required.')
    screen.getByText('A password needs at least 8 characters.')
    expect(callsOf(api, PROFILE)).toEqual([])
  })
})

describe('quota usage', () => {
  it('follows changes by an admin', async () => {
    api.answers[USAGE] = ok([{ quota: 'campaigns', used: 1, limit: 9, ofPlan: 9 }])
    const { say } = renderPage(<UsageCard />)
    await screen.findByText('1 of 9')
    expect(screen.queryByText(/^Set by an admin/)).toBeNull()
    api.answers[USAGE] = ok([{ quota: 'campaigns', used: 1, limit: 3, ofPlan: 9 }])
    await say('account_changed')
    await screen.findByText('1 of 3')
    screen.getByText('Set by an admin. Your plan limit: 9.')
  })
})
