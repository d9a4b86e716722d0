import * as z from 'zod/mini'
import { NewPassword, User } from './accounts.ts'
import { call } from './call.ts'
import { Id, IdParams, Moment } from './fields.ts'
import { issue } from './issues.ts'
import { EMAIL_MAX_LENGTH, INVITED_AT_ONCE_MAX, SECRET_MAX_LENGTH } from './limits.ts'
import { nameField } from './names.ts'
import { RoleName, Sees } from './roles.ts'

const DeviceIds = z.array(Id).check(z.maxLength(1000))

/** What a person may do and see. An owner sees everything, whatever is given beside the role. */
const Access = z.object({
  role: RoleName,
  sees: z._default(Sees, 'all'),
  /** The numbers that are seen with `sees` 'numbers'. */
  deviceIds: z._default(DeviceIds, []),
  hidesNumbers: z._default(z.boolean(), false),
})
export type MemberAccess = z.infer<typeof Access>

export const TeamMember = z.extend(Access, {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  joinedAt: Moment,
  /** Whether one of their browsers is connected, on any node. */
  isHere: z.boolean(),
  lastSeenAt: z.nullable(Moment),
  /** Open chats that are assigned to them. */
  openChats: z.int(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const TeamInvitation = z.extend(Access, {
  id: z.string(),
  /** Empty for a link that is not for anybody in particular. */
  email: z.string(),
  invitedBy: z.string(),
  createdAt: Moment,
  expiresAt: Moment,
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

/** Its token is returned once. */
const InvitationWithToken = z.extend(TeamInvitation, { token: z.string() })

export const loadTeam = call({
  method: 'GET',
  path: '/team',
  needs: 'team:read',
  summary: 'The people of the workspace, oldest first, and invitations that wait',
  status: 200,
  response: z.object({ people: z.array(TeamMember), invitations: z.array(TeamInvitation) }),
})

export const InvitedEmail = z.pipe(
  z.string().check(z.trim(), z.maxLength(EMAIL_MAX_LENGTH, issue('email_too_long'))),
  z.email(issue('email_invalid')),
)

export const invitePeople = call({
  method: 'POST',
  path: '/team/invitations',
  needs: 'team:write',
  security: { event: 'person_invited' },
  summary: 'Invite people by link, each once and for 7 days; without e-mails, one link for anybody',
  body: z.extend(Access, {
    emails: z._default(z.array(InvitedEmail).check(z.maxLength(INVITED_AT_ONCE_MAX)), []),
  }),
  status: 201,
  response: z.array(InvitationWithToken),
})

export const renewInvitation = call({
  method: 'POST',
  path: '/team/invitations/:id/link',
  needs: 'team:write',
  security: { event: 'person_invited' },
  summary: 'A new link of an invitation, for 7 days; the earlier one is void',
  params: IdParams,
  status: 201,
  response: InvitationWithToken,
})

export const withdrawInvitation = call({
  method: 'DELETE',
  path: '/team/invitations/:id',
  needs: 'team:write',
  security: { event: 'person_uninvited' },
  summary: 'Withdraw an invitation',
  params: IdParams,
  status: 204,
})

export const changePerson = call({
  method: 'PUT',
  path: '/team/people/:id',
  needs: 'team:write',
  security: { event: 'person_changed' },
  summary: 'Change what a person may do and see; takes effect at once',
  params: IdParams,
  body: Access,
  status: 200,
  response: TeamMember,
})

export const removePerson = call({
  method: 'DELETE',
  path: '/team/people/:id',
  needs: 'team:write',
  security: { event: 'person_removed' },
  summary: 'Remove a person from the workspace; their chats are unassigned',
  params: IdParams,
  status: 204,
})

export const leaveWorkspace = call({
  method: 'POST',
  path: '/team/leave',
  needs: 'workspace:read',
  security: { event: 'person_left' },
  needsNoRoom: true,
  summary: 'Leave the workspace; refused to its last owner',
  status: 204,
})

export const handOverWorkspace = call({
  method: 'PUT',
  path: '/team/owner',
  needs: 'workspace:delete',
  security: { event: 'workspace_handed_over' },
  summary: 'Make another person the owner, and the caller a manager',
  body: z.object({ id: Id }),
  status: 204,
})

const Token = z.string().check(z.minLength(1), z.maxLength(SECRET_MAX_LENGTH))

export const readTeamInvitation = call({
  method: 'POST',
  path: '/team-invitations/read',
  access: 'public',
  summary: 'What an invitation is to',
  body: z.object({ token: Token }),
  status: 200,
  response: z.object({
    workspace: z.string(),
    invitedBy: z.string(),
    email: z.string(),
    role: RoleName,
    expiresAt: Moment,
  }),
})

export const acceptTeamInvitation = call({
  method: 'POST',
  path: '/team-invitations/accept',
  access: 'user',
  security: { event: 'person_joined' },
  summary: 'Join the workspace as the signed-in person',
  body: z.object({ token: Token }),
  status: 200,
  response: z.object({ id: z.string(), name: z.string() }),
})

export const registerWithTeamInvitation = call({
  method: 'POST',
  path: '/team-invitations/register',
  access: 'public',
  security: { event: 'registration' },
  summary: 'Create an account and join the workspace',
  body: z.object({
    token: Token,
    name: nameField('name_required', 'name_too_long'),
    email: InvitedEmail,
    password: NewPassword,
  }),
  status: 201,
  response: User,
})
