import { describe, expect, test } from 'vitest'
import { Country, LoginBody, NewPassword, ProfileBody, RegisterBody, Role } from './accounts.ts'
import { updateUser } from './admin.ts'
import { ResetPasswordBody } from './password-reset.ts'
import { createInvitation, RegistrationMode, setRegistration } from './registration.ts'
import { both, choice, type FieldRules, issuesOf, testFields, text } from './testing/field-rules.ts'

const name = text({
  min: 1,
  max: 200,
  none: 'name_required',
  short: 'name_required',
  long: 'name_too_long',
  trims: true,
})

const email: FieldRules = {
  takes: [
    ['an address', 'siti@kedai.my'],
    ['white space around it', ' siti@kedai.my\n', 'siti@kedai.my'],
    ['a plus and dots', 'siti.nur+kedai@mail.kedai.com.my'],
    ['254 characters', longAddress(254)],
  ],
  refuses: [
    ['nothing', undefined, 'email_required'],
    ['null', null, 'email_required'],
    ['a number', 5, 'email_required'],
    ['a list', ['siti@kedai.my'], 'email_required'],
    ['an empty text', '', 'email_invalid'],
    ['no at sign', 'siti.kedai.my', 'email_invalid'],
    ['no name', '@kedai.my', 'email_invalid'],
    ['no domain', 'siti@', 'email_invalid'],
    ['a domain without an end', 'siti@kedai', 'email_invalid'],
    ['two at signs', 'siti@nur@kedai.my', 'email_invalid'],
    ['a blank within', 'siti nur@kedai.my', 'email_invalid'],
    ['a line break within', 'siti@kedai.my\nbcc: x@y.my', 'email_invalid'],
    ['two dots in a row', 'siti..nur@kedai.my', 'email_invalid'],
    ['255 characters', longAddress(255), 'email_too_long', { max: 254 }],
    ['a million characters', longAddress(1_000_000), 'email_too_long', { max: 254 }],
  ],
}

function longAddress(length: number): string {
  return `${'x'.repeat(length - 9)}@a.exampl`.slice(-length)
}

const password = both(
  text({
    min: 8,
    max: 200,
    none: 'password_required',
    short: 'password_too_short',
    long: 'password_too_long',
  }),
  {
    takes: [
      ['blanks around it, which stay', '  long enough  '],
      ['words of another script', 'kata laluan 密码密码'],
      ['eight emoji', '🔑'.repeat(8)],
    ],
    refuses: [
      ['four emoji, which are eight code units', '🔑'.repeat(4), 'password_too_short', { min: 8 }],
      ['blanks alone', ' '.repeat(8), 'password_blank'],
      ['characters that are not seen', '\u200b'.repeat(8), 'password_blank'],
      ['line breaks alone', '\n'.repeat(200), 'password_blank'],
    ],
  },
)

const secret = (trims: boolean) => text({ max: 100, trims, leftOut: { becomes: undefined } })
const country: FieldRules = {
  takes: [
    ['nothing', undefined, undefined],
    ['MY', 'MY'],
  ],
  refuses: [
    ['', '', 'country_invalid'],
    ['my', 'my', 'country_invalid'],
    ['MYS', 'MYS', 'country_invalid'],
    ['M', 'M', 'country_invalid'],
    ['a line break behind it', 'MY\n', 'country_invalid'],
    ['letters of another script', 'МҮ', 'country_invalid'],
    ['a million letters', 'M'.repeat(1_000_000), 'country_invalid'],
    ['null', null, 'unreadable'],
    ['a list', ['MY'], 'unreadable'],
  ],
}

testFields(
  'registering',
  RegisterBody,
  { name: 'Siti', email: 'siti@kedai.my', password: 'long enough' },
  { name, email, password, setupCode: secret(true), invitation: secret(false) },
)

testFields(
  'signing in',
  LoginBody,
  { email: 'siti@kedai.my', password: 'x' },
  {
    email: both(
      text({
        min: 1,
        max: 254,
        none: 'email_required',
        short: 'email_required',
        long: 'email_too_long',
        trims: true,
      }),
      {
        takes: [['what is no address: it is merely not found', 'siti']],
        refuses: [['blanks alone', '   ', 'email_required']],
      },
    ),
    // Older passwords may be shorter, and what is typed may be anything.
    password: text({
      min: 1,
      max: 1000,
      none: 'password_required',
      short: 'password_required',
      long: 'password_too_long',
    }),
  },
)

testFields(
  'a profile',
  ProfileBody,
  { name: 'Siti' },
  {
    name,
    // An invalid password has one code, whether it is read as no change or as a new one.
    password: {
      takes: [
        ['nothing', undefined, undefined],
        ['an empty text, which changes nothing', '', undefined],
        ['a new one', 'long enough'],
        ['200 letters', 'x'.repeat(200)],
      ],
      refuses: [],
    },
    currentPassword: text({ max: 200, leftOut: { becomes: undefined } }),
    defaultCountry: country,
  },
)

describe('a new password of a profile', () => {
  test.each(['x'.repeat(7), 'x'.repeat(201), ' '.repeat(8), null, 5, [], {}])(
    '%j is refused at its field',
    (written) => {
      const found = issuesOf(ProfileBody, { name: 'Siti', password: written })
      expect(found.map(({ path }) => path[0])).toEqual(['password'])
    },
  )

  test('follows the rules of registration, with the same messages', () => {
    const said = issuesOf(ProfileBody, { name: 'Siti', password: 'short' })
    expect(said.map(({ code }) => code)).toEqual(
      issuesOf(NewPassword, 'short').map(({ code }) => code),
    )
  })
})

testFields(
  'a new password by a link',
  ResetPasswordBody,
  { token: 'x', password: 'long enough' },
  { token: text({ min: 1, max: 100 }), password },
)

testFields(
  'an invitation',
  createInvitation.body,
  {},
  { note: text({ max: 200, trims: true, leftOut: { becomes: '' } }) },
)

testFields(
  'who may register',
  setRegistration.body,
  { mode: 'open' },
  { mode: choice(RegistrationMode.options) },
)

testFields(
  'a change of a member',
  updateUser.body,
  { role: 'user', membershipPlan: 'Free' },
  {
    role: choice(Role.options, { leftOut: { becomes: undefined } }),
    membershipPlan: choice(['Free', 'Basic', 'Pro'], { leftOut: { becomes: undefined } }),
  },
)

test('a change of a member that changes nothing is refused', () => {
  expect(issuesOf(updateUser.body, {})).toEqual([
    { path: [], code: 'member_change_missing', params: {} },
  ])
  expect(issuesOf(updateUser.body, { plan: 'Pro' })).toHaveLength(1)
})

test.each(['', 'xx', 'USA', 'M1'])('%j is not a country', (written) => {
  expect(issuesOf(Country, written)).toEqual([{ path: [], code: 'country_invalid', params: {} }])
})
