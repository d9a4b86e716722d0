import { readFile } from 'node:fs/promises'
import { SANDBOX_PHONES_MAX, SANDBOX_PICTURES_MAX } from '@kirim/contract/limits'
import type { PasskeyAnswer, PasskeyOptions } from '@kirim/contract/passkey'
import {
  answerPasskey,
  changeContact,
  changePhone,
  createGroup,
  createPhone,
  listChats,
  listGroups,
  listMessages,
  listPhones,
  messageMedia,
  type SandboxPhone,
  scanCode,
  typeCode,
  writeAsContact,
} from '@kirim/contract/sandbox'
import {
  getNetworkWeather,
  getWeather,
  setNetworkWeather,
  setWeather,
} from '@kirim/contract/sandbox-weather'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { contactChangeRoutes } from './contact-changes.routes.ts'
import { contactContentRoutes } from './contact-content.routes.ts'
import { createContactNames } from './contact-names.ts'
import type { NamesOf, SandboxWorld } from './sandbox.ports.ts'

const MESSAGES_SHOWN = 200
const GROUP_SUFFIX = '@g.us'
const IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

export interface SandboxDeps {
  /** Null on the live network: then every call answers `sandbox_off`. */
  readonly world: SandboxWorld | null
  readonly realtime: Realtime
  readonly namesOf: NamesOf
  /** The code that a workspace's browsers show at the moment. */
  waitingCode(workspaceId: string): string | null
  /** The pairing code, and the number it was requested for. */
  waitingPairing(workspaceId: string): { code: string; phoneNumber: string } | null
  /** The current passkey request. */
  waitingPasskey(workspaceId: string): { options: PasskeyOptions } | null
  answerPasskey(workspaceId: string, answer: PasskeyAnswer): Promise<void>
}

/** The virtual phones of the sandbox network, each workspace's own (decision 4). */
export function sandboxRoutes(route: Route, deps: SandboxDeps): void {
  const world = (): SandboxWorld => {
    if (!deps.world) throw new DomainError('sandbox_off')
    return deps.world
  }

  const names = createContactNames(deps.namesOf)

  deps.world?.listen({
    onChanged: (owner, change) => deps.realtime.toWorkspace(owner, 'sandbox_changed', change),
    onPresence: (owner, presence) => deps.realtime.toWorkspace(owner, 'sandbox_presence', presence),
  })

  function phoneOf(workspaceId: string, phoneNumber: string): SandboxPhone {
    const phone = world().findPhone(workspaceId, phoneNumber)
    if (!phone) throw new DomainError('sandbox_phone_not_found')
    return phone
  }

  function newPhone(
    workspaceId: string,
    wanted: { name?: string | undefined; phoneNumber?: string | undefined },
  ) {
    const known = world().phones(workspaceId).length
    if (known >= SANDBOX_PHONES_MAX) {
      throw new DomainError('sandbox_too_many_phones', { n: SANDBOX_PHONES_MAX })
    }
    const name = wanted.name ?? `Phone ${known + 1}`
    return world().createPhone(workspaceId, { name, phoneNumber: wanted.phoneNumber })
  }

  route(listPhones, async ({ caller }) => world().phones(caller.workspaceId))

  route(createPhone, async ({ caller, body }) => newPhone(caller.workspaceId, body))

  route(scanCode, async ({ caller, body }) => {
    const code = world() && deps.waitingCode(caller.workspaceId)
    if (!code) throw new DomainError('sandbox_no_code')
    const free = world()
      .phones(caller.workspaceId)
      .find((phone) => !phone.linked)
    const phone = body.phoneNumber
      ? phoneOf(caller.workspaceId, body.phoneNumber)
      : (free ?? newPhone(caller.workspaceId, {}))
    if (phone.linked) throw new DomainError('sandbox_phone_linked')
    await world().scan(code, phone.phoneNumber)
    return phoneOf(caller.workspaceId, phone.phoneNumber)
  })

  route(typeCode, async ({ caller }) => {
    const waiting = world() && deps.waitingPairing(caller.workspaceId)
    if (!waiting) throw new DomainError('sandbox_no_pairing_code')
    const { phoneNumber } = waiting
    const known = world().findPhone(caller.workspaceId, phoneNumber)
    const phone = known ?? newPhone(caller.workspaceId, { phoneNumber })
    if (phone.linked) throw new DomainError('sandbox_phone_linked')
    await world().typeCode(waiting.code, phoneNumber)
    return phoneOf(caller.workspaceId, phoneNumber)
  })

  route(answerPasskey, async ({ caller }) => {
    const waiting = world() && deps.waitingPasskey(caller.workspaceId)
    if (!waiting) throw new DomainError('passkey_not_asked')
    await deps.answerPasskey(caller.workspaceId, world().passkeyAnswer(waiting.options))
    return { message: 'Done.' }
  })

  route(changePhone, async ({ caller, params, body }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    if (body.action === 'drop') world().drop(phoneNumber)
    else world().unlink(phoneNumber)
    return phoneOf(caller.workspaceId, phoneNumber)
  })

  route(getWeather, async ({ caller, params }) =>
    world().weather(phoneOf(caller.workspaceId, params.phoneNumber).phoneNumber),
  )

  route(setWeather, async ({ caller, params, body }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    world().setWeather(phoneNumber, body.weather)
    return world().weather(phoneNumber)
  })

  route(getNetworkWeather, async () => world().networkWeather())

  route(setNetworkWeather, async ({ body }) => {
    world().setNetworkWeather(body.weather)
    return world().networkWeather()
  })

  route(listChats, async ({ caller, params }) =>
    names.ofChats(
      caller.workspaceId,
      world().chats(phoneOf(caller.workspaceId, params.phoneNumber).phoneNumber),
    ),
  )

  route(listGroups, async ({ caller, params }) =>
    names.ofGroups(
      caller.workspaceId,
      world().groups(phoneOf(caller.workspaceId, params.phoneNumber).phoneNumber),
    ),
  )

  route(createGroup, async ({ caller, params, body }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    return names.ofGroup(caller.workspaceId, world().createGroup(phoneNumber, body))
  })

  /** The author in a chat: the named member in a group, otherwise the contact itself. */
  function authorOf(phoneNumber: string, chat: string, named: string | undefined) {
    if (!chat.endsWith(GROUP_SUFFIX)) return undefined
    const group = world()
      .groups(phoneNumber)
      .find(({ groupId }) => groupId === chat)
    if (!group) throw new DomainError('sandbox_group_not_found')
    const member = group.members.find((each) => each.phoneNumber === named)
    if (!member) throw new DomainError('sandbox_no_author')
    return member.phoneNumber
  }

  route(listMessages, async ({ caller, params }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    return world().messages(phoneNumber, params.contactNumber, MESSAGES_SHOWN)
  })

  function admitFile(workspaceId: string): void {
    if (world().picturesTo(workspaceId) < SANDBOX_PICTURES_MAX) return
    throw new DomainError('sandbox_too_many_pictures', { n: SANDBOX_PICTURES_MAX })
  }

  route(writeAsContact, async ({ caller, params, body, file }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    if (!file && !body.text.trim()) throw new DomainError('sandbox_empty_message')
    if (file) admitFile(caller.workspaceId)
    const author = authorOf(phoneNumber, params.contactNumber, body.author)
    const image = file ? await readImage(file.path) : null
    await names.tell(world(), caller.workspaceId, phoneNumber, author ?? params.contactNumber)
    const { text, quotes } = body
    const content = { text, image, ...(quotes !== undefined && { quotes }) }
    return world().write(phoneNumber, params.contactNumber, content, author)
  })

  contactChangeRoutes(route, { world, phoneOf, authorOf, names })
  contactContentRoutes(route, { world, phoneOf, authorOf, names, admitFile })

  route(changeContact, async ({ caller, params, body }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    const { contactNumber } = world().contact(phoneNumber, params.contactNumber)
    if (body.registered !== undefined) {
      world().setRegistered(phoneNumber, contactNumber, body.registered)
    }
    if (body.online !== undefined) world().setOnline(phoneNumber, contactNumber, body.online)
    if (body.hidden !== undefined) world().setHidden(phoneNumber, contactNumber, body.hidden)
    if (body.username !== undefined) world().setUsername(phoneNumber, contactNumber, body.username)
    if (body.revealNumber) await world().revealNumber(phoneNumber, contactNumber)
    if (body.typing !== undefined) world().setTyping(phoneNumber, contactNumber, body.typing)
    return { message: 'Done.' }
  })

  route(messageMedia, async ({ caller, params, reply }) => {
    const { phoneNumber } = phoneOf(caller.workspaceId, params.phoneNumber)
    const media = await world().media(phoneNumber, params.contactNumber, params.messageId)
    if (!media) throw new DomainError('media_not_found')
    await reply
      .type(media.type)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(media.bytes)
    return undefined
  })
}

async function readImage(path: string): Promise<{ bytes: Buffer; type: string }> {
  const { fileTypeFromFile } = await import('file-type')
  const type = (await fileTypeFromFile(path))?.mime ?? ''
  if (!IMAGES.includes(type)) throw new DomainError('media_wrong_type')
  return { bytes: await readFile(path), type }
}
