import {
  callAsContact,
  deleteAsContact,
  editAsContact,
  hangUp,
  type SandboxPhone,
} from '@kirim/contract/sandbox'
import type { Route } from '../../platform/http/routes.ts'
import type { createContactNames } from './contact-names.ts'
import type { SandboxWorld } from './sandbox.ports.ts'

const DONE = { message: 'Done.' }

interface ContactChangesDeps {
  /** Throws `sandbox_off`. */
  world(): SandboxWorld
  /** Throws `sandbox_phone_not_found`. */
  phoneOf(workspaceId: string, phoneNumber: string): SandboxPhone
  /** Throws `sandbox_no_author` and `sandbox_group_not_found`. */
  authorOf(phoneNumber: string, chat: string, named: string | undefined): string | undefined
  readonly names: ReturnType<typeof createContactNames>
}

/** What contacts do with their messages afterwards, and their calls. */
export function contactChangeRoutes(route: Route, deps: ContactChangesDeps): void {
  const { world, phoneOf, authorOf, names } = deps

  route(editAsContact, async ({ caller, params, body }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    await world().edit(phoneNumber, params.contactNumber, params.messageId, body.text)
    return DONE
  })

  route(deleteAsContact, async ({ caller, params, query }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    const chat = params.contactNumber
    const by = query.author && authorOf(phoneNumber, chat, query.author)
    await world().erase(phoneNumber, chat, params.messageId, by)
    return DONE
  })

  route(callAsContact, async ({ caller, params }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    await names.tell(world(), caller.workspaceId, phoneNumber, params.contactNumber)
    return world().call(phoneNumber, params.contactNumber)
  })

  route(hangUp, async ({ caller, params }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    world().hangUp(phoneNumber, params.contactNumber)
    return DONE
  })
}
