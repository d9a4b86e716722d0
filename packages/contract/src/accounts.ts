import * as z from 'zod/mini'
import { call } from './call.ts'
import { Moment } from './fields.ts'
import { issue } from './issues.ts'
import { EMAIL_MAX_LENGTH, MEMBERSHIP_PLANS, PASSWORD_LENGTH, SECRET_MAX_LENGTH } from './limits.ts'
import { nameField, VISIBLE } from './names.ts'

export const MembershipPlan = z.enum(MEMBERSHIP_PLANS)

export const Role = z.enum(['user', 'admin'])
export type Role = z.infer<typeof Role>

/** ISO 3166-1 alpha-2, for phone numbers written without a country code. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, issue('country_invalid')))

export const User = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  membershipPlan: MembershipPlan,
  defaultCountry: Country,
  createdAt: Moment,
})
export type User = z.infer<typeof User>

/**
 * The response of sign-in and of a profile update; the web app stores all of it as `userInfo`
 * [3.user.info].
 */
export const Session = z.extend(User, { token: z.string() })
export type Session = z.infer<typeof Session>

const Name = nameField('name_required', 'name_too_long')
const Email = z.pipe(
  z
    .string(issue('email_required'))
    .check(z.trim(), z.maxLength(EMAIL_MAX_LENGTH, issue('email_too_long'))),
  z.email(issue('email_invalid')),
)
/** The server also refuses common passwords, with `password_too_common`. */
export const NewPassword = z
  .string(issue('password_required'))
  .check(
    z.minLength(PASSWORD_LENGTH.min, issue('password_too_short')),
    z.maxLength(PASSWORD_LENGTH.max, issue('password_too_long')),
    z.regex(VISIBLE, issue('password_blank')),
  )

export const LoginBody = z.object({
  email: z
    .string(issue('email_required'))
    .check(
      z.trim(),
      z.minLength(1, issue('email_required')),
      z.maxLength(EMAIL_MAX_LENGTH, issue('email_too_long')),
    ),
  password: z
    .string(issue('password_required'))
    .check(
      z.minLength(1, issue('password_required')),
      z.maxLength(1000, issue('password_too_long')),
    ),
})
export type LoginBody = z.infer<typeof LoginBody>

export const RegisterBody = z.object({
  name: Name,
  email: Email,
  password: NewPassword,
  /** Required for the first account when others can reach the server. */
  setupCode: z.optional(z.string().check(z.trim(), z.maxLength(SECRET_MAX_LENGTH))),
  /** The token of an invitation. */
  invitation: z.optional(z.string().check(z.maxLength(SECRET_MAX_LENGTH))),
})
export type RegisterBody = z.infer<typeof RegisterBody>

/**
 * The e-mail cannot be changed, and an empty password means no change. A new password needs the
 * current one.
 */
export const ProfileBody = z.object({
  name: Name,
  password: z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      NewPassword,
    ]),
  ),
  currentPassword: z.optional(z.string().check(z.maxLength(PASSWORD_LENGTH.max))),
  defaultCountry: z.optional(Country),
})
export type ProfileBody = z.infer<typeof ProfileBody>

export const login = call({
  method: 'POST',
  path: '/users/login',
  access: 'public',
  security: { event: 'sign_in' },
  needsNoRoom: true,
  summary: 'Sign in',
  body: LoginBody,
  status: 200,
  response: Session,
})

export const register = call({
  method: 'POST',
  path: '/users/register',
  access: 'public',
  security: { event: 'registration' },
  summary: 'Create an account',
  body: RegisterBody,
  status: 201,
  response: User,
})

export const logout = call({
  method: 'POST',
  path: '/users/logout',
  access: 'user',
  security: { event: 'sign_out' },
  needsNoRoom: true,
  summary: 'Revoke the token this call is made with',
  status: 204,
})

export const profile = call({
  method: 'GET',
  path: '/users/profile',
  access: 'user',
  summary: 'The signed-in user as the server knows it now',
  status: 200,
  response: User,
})

export const updateProfile = call({
  method: 'PUT',
  path: '/users/profile',
  access: 'user',
  security: { event: 'password_change', ifGiven: 'password' },
  needsNoRoom: true,
  summary: 'Change name, password or default country; a new password revokes every older token',
  body: ProfileBody,
  status: 200,
  response: Session,
})
