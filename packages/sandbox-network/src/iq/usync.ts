import type { BinaryNode } from 'baileys'
import type { Core } from '../core.ts'
import type { DeviceAddress } from '../store/companions.ts'
import { resolve } from '../weather/addresses.ts'
import { devicesOf } from '../weather/companions.ts'
import { child, children, lidJid, seconds, userJid } from '../wire/stanza.ts'
import type { QueryHandler } from './answer.ts'

/** Tells whether users are on the network, with their LID and devices. */
export const syncUsers: QueryHandler = ({ core, device, body }) => {
  const protocols = children(child(body, 'query')).map(({ tag }) => tag)
  const users = children(child(body, 'list')).flatMap((user) =>
    answer(core, device, protocols, user),
  )
  const known = protocols.filter((tag) => protocol(tag))
  return [
    {
      tag: 'usync',
      attrs: {
        sid: body.attrs.sid ?? '',
        index: '0',
        last: 'true',
        mode: body.attrs.mode ?? 'query',
        context: body.attrs.context ?? 'interactive',
      },
      content: [
        { tag: 'result', attrs: {}, content: known.map((tag) => ({ tag, attrs: {} })) },
        { tag: 'list', attrs: {}, content: users },
      ],
    },
  ]
}

interface Person {
  core: Core
  number: string
  registered: boolean
  asker: DeviceAddress
  /** The client's data about this user for the protocol. */
  question: BinaryNode | undefined
}

function answer(
  core: Core,
  asker: DeviceAddress,
  protocols: string[],
  user: BinaryNode,
): BinaryNode[] {
  const typed = child(user, 'contact')?.content
  const written = typed === undefined ? '' : resolve(core, asker.phone, digits(typed))
  const jid = user.attrs.jid ?? (written && userJid(written))
  const number = core.directory.numberOf(jid)
  if (number === undefined) return []
  const registered = core.directory.isRegistered(asker.phone, number)
  const content = protocols.flatMap(
    (tag) => protocol(tag)?.({ core, number, registered, asker, question: child(user, tag) }) ?? [],
  )
  return [{ tag: 'user', attrs: { jid }, content }]
}

const digits = (content: BinaryNode['content']): string =>
  (content instanceof Uint8Array ? Buffer.from(content).toString() : String(content)).replace(
    /\D/g,
    '',
  )

/** The client names the protocol, perhaps by the name of an inherited property. */
const protocol = (tag: string) => (Object.hasOwn(PROTOCOLS, tag) ? PROTOCOLS[tag] : undefined)

const PROTOCOLS: Record<string, (person: Person) => BinaryNode[]> = {
  contact: ({ registered, question }) => [
    {
      tag: 'contact',
      attrs: { type: registered ? 'in' : 'out' },
      ...(question?.content === undefined ? {} : { content: question.content }),
    },
  ],
  lid: ({ core, number, registered }) =>
    registered ? [{ tag: 'lid', attrs: { val: lidJid(core.directory.lidOf(number)) } }] : [],
  devices: ({ core, number, registered, asker }) => [
    {
      tag: 'devices',
      attrs: {},
      content: [
        {
          tag: 'device-list',
          attrs: {},
          content: registered ? deviceNodes(core, number, asker) : [],
        },
        { tag: 'key-index-list', attrs: { ts: seconds(core.clock.now()) } },
      ],
    },
  ],
  status: () => [{ tag: 'status', attrs: {} }],
}

/** A phone's devices see each other; for others, each number has one device in calm weather. */
function deviceNodes(core: Core, number: string, asker: DeviceAddress): BinaryNode[] {
  const devices =
    number === asker.phone
      ? [0, ...core.companions.ofPhone(number).map(({ device }) => device)]
      : devicesOf(core, { phone: asker.phone, contact: number })
  return devices.map((device) => ({
    tag: 'device',
    attrs: { id: String(device), ...(device > 0 && { 'key-index': String(device) }) },
  }))
}
