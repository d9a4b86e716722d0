import * as z from 'zod/mini'
import { call } from './call.ts'
import { IdParams, Moment } from './fields.ts'
import { NAME_MAX_LENGTH } from './limits.ts'

/**
 * Who may register: anybody, nobody, or people with an invitation. The first account is always
 * allowed.
 */
export const RegistrationMode = z.enum(['open', 'invitation', 'closed'])
export type RegistrationMode = z.infer<typeof RegistrationMode>

const RegistrationSetting = z.object({ mode: RegistrationMode })

/** An open invitation, neither used nor expired. Its token is returned once, when it is created. */
export const Invitation = z.object({
  _id: z.string(),
  note: z.string(),
  createdAt: Moment,
  expiresAt: Moment,
})
export type Invitation = z.infer<typeof Invitation>

export const registration = call({
  method: 'GET',
  path: '/users/registration',
  access: 'public',
  summary: 'What registering needs at the moment',
  status: 200,
  response: z.extend(RegistrationSetting, {
    /** Whether the first account needs the setup code, which the server prints at its start. */
    setupCodeNeeded: z.boolean(),
  }),
})

export const registrationSetting = call({
  method: 'GET',
  path: '/admin/registration',
  access: 'admin',
  summary: 'Who can register',
  status: 200,
  response: RegistrationSetting,
})

export const setRegistration = call({
  method: 'PUT',
  path: '/admin/registration',
  access: 'admin',
  security: { event: 'registration_mode_changed' },
  summary: 'Set who may register; takes effect at once',
  body: RegistrationSetting,
  status: 200,
  response: RegistrationSetting,
})

export const listInvitations = call({
  method: 'GET',
  path: '/admin/invitations',
  access: 'admin',
  summary: 'Invitations that are open, newest first',
  status: 200,
  response: z.array(Invitation),
})

export const createInvitation = call({
  method: 'POST',
  path: '/admin/invitations',
  access: 'admin',
  security: { event: 'invitation_made' },
  summary: 'Make an invitation for one account; answers its token, which is not told again',
  body: z.object({
    note: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX_LENGTH)), ''),
  }),
  status: 201,
  response: z.extend(Invitation, { token: z.string() }),
})

export const deleteInvitation = call({
  method: 'DELETE',
  path: '/admin/invitations/:id',
  access: 'admin',
  security: { event: 'invitation_revoked' },
  summary: 'Withdraw an invitation',
  params: IdParams,
  status: 204,
})
