import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  registration as registrationCall,
  registrationSetting,
  setRegistration,
} from '@kirim/contract/registration'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { noteForSecurity } from '../../platform/http/security-log.ts'
import { isSetupCodeNeeded, type RegistrationDeps } from './admit-registration.ts'
import { makeInvitation } from './make-links.ts'

const INVITATIONS_MAX = 1000

export function registrationRoutes(route: Route, deps: RegistrationDeps): void {
  const { registration, clock } = deps

  route(registrationCall, async () => ({
    mode: await registration.mode(),
    setupCodeNeeded: await isSetupCodeNeeded(deps),
  }))

  route(registrationSetting, async () => ({ mode: await registration.mode() }))

  route(setRegistration, async ({ body }) => {
    await registration.setMode(body.mode)
    return body
  })

  route(listInvitations, () => registration.invitations(clock.now()))

  route(createInvitation, async ({ caller, body, request }) => {
    const now = clock.now()
    const open = await registration.invitations(now)
    if (open.length >= INVITATIONS_MAX) {
      throw new DomainError('too_many_invitations', { n: INVITATIONS_MAX })
    }
    const made = await makeInvitation(registration, {
      note: body.note,
      madeBy: caller.personId,
      now,
    })
    noteForSecurity(request, { on: made._id })
    return made
  })

  route(deleteInvitation, async ({ params }) => {
    if (!(await registration.withdraw(params.id, clock.now()))) {
      throw new DomainError('invitation_not_found')
    }
    return undefined
  })
}
