import { readFile } from 'node:fs/promises'
import type { SandboxPhone } from '@kirim/contract/sandbox'
import {
  reactAsContact,
  sendCardAsContact,
  sendFileAsContact,
  voteAsContact,
} from '@kirim/contract/sandbox-content'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { createContactNames } from './contact-names.ts'
import type { SandboxWorld } from './sandbox.ports.ts'

const DONE = { message: 'Done.' }

interface ContactContentDeps {
  /** Throws `sandbox_off`. */
  world(): SandboxWorld
  /** Throws `sandbox_phone_not_found`. */
  phoneOf(workspaceId: string, phoneNumber: string): SandboxPhone
  /** Throws `sandbox_no_author` and `sandbox_group_not_found`. */
  authorOf(phoneNumber: string, chat: string, named: string | undefined): string | undefined
  /** Throws `sandbox_too_many_pictures`. */
  admitFile(workspaceId: string): void
  readonly names: ReturnType<typeof createContactNames>
}

/** Files, places, contacts and polls that contacts send, their votes and reactions. */
export function contactContentRoutes(route: Route, deps: ContactContentDeps): void {
  const { world, phoneOf, authorOf, admitFile, names } = deps

  /** Who writes where. */
  async function placeOf(
    workspaceId: string,
    params: { readonly phoneNumber: string; readonly contactNumber: string },
    named: string | undefined,
  ) {
    const { phoneNumber } = phoneOf(workspaceId, params.phoneNumber)
    const chat = params.contactNumber
    const author = authorOf(phoneNumber, chat, named)
    await names.tell(world(), workspaceId, phoneNumber, author ?? chat)
    return { phoneNumber, chat, author }
  }

  route(sendFileAsContact, async ({ caller, params, body, file }) => {
    const { phoneNumber, chat, author } = await placeOf(caller.workspaceId, params, body.author)
    if (!file) throw new DomainError('media_missing')
    admitFile(caller.workspaceId)
    const { fileTypeFromFile } = await import('file-type')
    const content = {
      file: await readFile(file.path),
      as: body.as,
      type: (await fileTypeFromFile(file.path))?.mime ?? 'application/octet-stream',
      fileName: file.originalName,
      text: body.text,
      isViewOnce: body.isViewOnce === 'true',
    }
    return world().write(phoneNumber, chat, content, author)
  })

  route(sendCardAsContact, async ({ caller, params, body: { card, author: named } }) => {
    const { phoneNumber, chat, author } = await placeOf(caller.workspaceId, params, named)
    return world().write(phoneNumber, chat, { card }, author)
  })

  route(voteAsContact, async ({ caller, params, body: { options, author: named } }) => {
    const { phoneNumber, chat, author } = await placeOf(caller.workspaceId, params, named)
    await world().vote(phoneNumber, chat, params.messageId, options, author)
    return DONE
  })

  route(reactAsContact, async ({ caller, params, body: { emoji, author: named } }) => {
    const { phoneNumber, chat, author } = await placeOf(caller.workspaceId, params, named)
    await world().react(phoneNumber, chat, params.messageId, emoji, author)
    return DONE
  })
}
