import { EventEmitter } from 'node:events'
import type { ErrorCode } from '@kirim/contract/errors'
import { SandboxError, type SandboxErrorCode } from '@kirim/sandbox-network/errors'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import type { StoredMessage } from '@kirim/sandbox-network/types'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { describe, expect, test, vi } from 'vitest'
import type { SandboxListener } from '../../features/sandbox/sandbox.ports.ts'
import { DomainError } from '../../platform/errors.ts'
import { createLog } from '../../platform/log.ts'
import { createSandboxHost, type SandboxHost } from './sandbox-host.ts'
import { createSandboxWorld } from './sandbox-world.ts'

const PHONE = '60111000111'
const CONTACT = '60123456789'
const phone = {
  number: PHONE,
  name: 'Aina',
  owner: 'me',
  createdAt: 0,
  linked: 0,
  connected: false,
  offline: false,
}
const message = (more: Partial<StoredMessage> = {}): StoredMessage => ({
  id: 'A',
  position: 1,
  direction: 'from-contact',
  kind: 'text',
  text: 'Hello',
  at: 0,
  status: 'sent',
  copies: 1,
  addressing: 'pn',
  author: CONTACT,
  ...more,
})

/** The network with these answers. */
function worldOf(network: Partial<SandboxNetwork>) {
  const events = new EventEmitter() as SandboxNetwork['events']
  const running = { events, ...network } as SandboxNetwork
  const host = {
    running: () => running,
    whenStarted: (tell: (network: SandboxNetwork) => void) => tell(running),
  } as unknown as SandboxHost
  return { world: createSandboxWorld(host), events }
}

const refusing = (code: SandboxErrorCode) => () => {
  throw new SandboxError(code, 'in the words of the network')
}

/** The error that users see for each refusal of the network. */
const TOLD: readonly [SandboxErrorCode, ErrorCode][] = [
  ['number_taken', 'sandbox_number_taken'],
  ['group_invalid', 'sandbox_group_invalid'],
  ['group_unknown', 'sandbox_group_not_found'],
  ['not_a_member', 'sandbox_no_author'],
  ['message_unknown', 'sandbox_message_not_found'],
  ['not_allowed', 'sandbox_delete_refused'],
  ['number_invalid', 'phone_number_invalid'],
  ['number_unregistered', 'sandbox_contact_unregistered'],
  ['phone_unknown', 'sandbox_phone_not_found'],
  ['qr_expired', 'sandbox_no_code'],
  ['qr_invalid', 'sandbox_no_code'],
  ['qr_unknown', 'sandbox_no_code'],
  ['pairing_failed', 'sandbox_scan_failed'],
  ['too_many_devices', 'sandbox_scan_failed'],
]

describe('a refusal of the network', () => {
  test.each(TOLD)('%s is told as %s, wherever it comes from', async (code, told) => {
    const refuse = refusing(code)
    const { world } = worldOf({
      createPhone: refuse,
      scan: async () => refuse(),
      createGroup: refuse,
      contact: refuse,
      sendAsContact: async () => refuse(),
      sendToGroup: async () => refuse(),
      editMessage: async () => refuse(),
      deleteMessage: async () => refuse(),
      callAsContact: refuse,
    })
    const words = { text: 'Hi', image: null }
    const said = expect.objectContaining({ name: 'DomainError', code: told })
    expect(() => world.createPhone('me', { name: 'X' })).toThrow(said)
    expect(() => world.createGroup(PHONE, { subject: 'X', members: [] })).toThrow(said)
    expect(() => world.contact(PHONE, CONTACT)).toThrow(said)
    await expect(world.scan('qr', PHONE)).rejects.toThrow(said)
    await expect(world.write(PHONE, CONTACT, words)).rejects.toThrow(said)
    await expect(world.write(PHONE, '1@g.us', words, CONTACT)).rejects.toThrow(said)
    await expect(world.edit(PHONE, CONTACT, 'A', 'x')).rejects.toThrow(said)
    await expect(world.erase(PHONE, CONTACT, 'A')).rejects.toThrow(said)
    expect(() => world.call(PHONE, CONTACT)).toThrow(said)
  })

  test('names the field of a taken number', () => {
    const { world } = worldOf({
      createPhone: refusing('number_taken'),
      createGroup: refusing('number_taken'),
    })
    const issueOf = (act: () => unknown) => {
      try {
        act()
      } catch (error) {
        return error instanceof DomainError ? error.issues.map(({ path }) => path) : error
      }
    }
    expect(issueOf(() => world.createPhone('me', { name: 'X' }))).toEqual([['phoneNumber']])
    const group = () => world.createGroup(PHONE, { subject: 'X', members: [] })
    expect(issueOf(group)).toEqual([['members']])
  })

  test.each([
    new SandboxError('data_dir_in_use', 'somebody else runs it'),
    new Error('no such table'),
  ])('passes other faults on unchanged: %s', async (fault) => {
    const { world } = worldOf({
      scan: () => Promise.reject(fault),
      contact() {
        throw fault
      },
    })
    await expect(world.scan('qr', PHONE)).rejects.toBe(fault)
    expect(() => world.contact(PHONE, CONTACT)).toThrow(fault)
  })
})

describe('what is shown', () => {
  test('lists only the owner’s phones', () => {
    const { world } = worldOf({
      findPhone: (number) => (number === PHONE ? phone : undefined),
      listPhones: (owner) => (owner === 'me' ? [{ ...phone, linked: 2, connected: true }] : []),
    })
    const shown = { phoneNumber: PHONE, name: 'Aina', linked: false, online: false }
    expect(world.findPhone('me', PHONE)).toEqual(shown)
    expect(world.findPhone('them', PHONE)).toBeNull()
    expect(world.findPhone('me', CONTACT)).toBeNull()
    expect(world.phones('me')).toEqual([{ ...shown, linked: true, online: true }])
    expect(world.phones('them')).toEqual([])
  })

  test.each([
    ['text', 'text'],
    ['image', 'image'],
    ['document', 'document'],
    ['audio', 'audio'],
    ['sticker', 'other'],
    ['poll', 'other'],
    ['other', 'other'],
  ] as const)('of a message of the kind %s is %s', (kind, shown) => {
    const { world } = worldOf({ messages: () => [message({ kind })] })
    expect(world.messages(PHONE, CONTACT, 10)).toMatchObject([{ kind: shown, mediaType: null }])
  })

  test('has no last message for a new group', () => {
    const group = { id: '1@g.us', subject: 'X', owner: PHONE, createdAt: 0, members: [] }
    const { world } = worldOf({
      groups: () => [{ group: { ...group, addressing: 'lid' }, unread: 3 }],
    })
    expect(world.groups(PHONE)).toMatchObject([
      { groupId: '1@g.us', last: null, unread: 3, createdAt: '1970-01-01T00:00:00.000Z' },
    ])
  })

  const file = (intact: boolean, read = async () => Buffer.from('bytes')) => ({
    mime: 'image/png',
    fileSize: 5,
    intact,
    read,
  })

  test('returns the bytes of an intact file of this chat', async () => {
    const { world } = worldOf({
      messages: () => [
        message(),
        message({ id: 'B', media: file(true) }),
        message({ id: 'C', media: file(false) }),
      ],
    })
    expect(await world.media(PHONE, CONTACT, 'B')).toEqual({
      bytes: Buffer.from('bytes'),
      type: 'image/png',
    })
    for (const id of ['A', 'C', 'D', '']) expect(await world.media(PHONE, CONTACT, id)).toBeNull()
  })

  test('rejects when a file is gone', async () => {
    const gone = async () => Promise.reject(new Error('ENOENT'))
    const { world } = worldOf({ messages: () => [message({ media: file(true, gone) })] })
    await expect(world.media(PHONE, CONTACT, 'A')).rejects.toThrow('ENOENT')
  })
})

describe('what happens on the network', () => {
  test('is sent to the owner with its chat', () => {
    const { world, events } = worldOf({})
    const listener = { onChanged: vi.fn(), onPresence: vi.fn() } satisfies SandboxListener
    world.listen(listener)
    const place = { owner: 'me', phone: PHONE, contact: CONTACT }
    events.emit('message', { ...place, message: message() })
    events.emit('status', { ...place, id: 'A', direction: 'to-contact', status: 'read' })
    events.emit('phone', phone)
    const group = { id: '1@g.us', subject: 'X', owner: PHONE, createdAt: 0, members: [] }
    events.emit('group', { owner: 'me', phone: PHONE, group: { ...group, addressing: 'pn' } })
    events.emit('mark', { ...place, id: 'A', mark: 'edited' })
    events.emit('presence', { ...place, state: 'composing' })
    events.emit('availability', { owner: 'me', phone: PHONE, available: true })
    expect(
      listener.onChanged.mock.calls.map(([owner, what]) => [owner, what.contactNumber]),
    ).toEqual([
      ['me', CONTACT],
      ['me', CONTACT],
      ['me', null],
      ['me', '1@g.us'],
      ['me', CONTACT],
    ])
    expect(listener.onPresence).toHaveBeenCalledWith('me', {
      phoneNumber: PHONE,
      contactNumber: PHONE,
      presence: 'available',
    })
    expect(listener.onPresence).toHaveBeenCalledWith('me', {
      phoneNumber: PHONE,
      contactNumber: CONTACT,
      presence: 'composing',
    })
  })
})

describe('the network beside the server', () => {
  const host = (dataDir: string) =>
    createSandboxHost({
      dataDir,
      publicUrl: null,
      clock: createFakeClock(),
      log: createLog('silent'),
      loadDriver: async () => {},
    })

  test('is not running before its start, and can be stopped', async () => {
    const idle = host('/nowhere')
    expect(() => idle.running()).toThrow('The sandbox network is not running.')
    const told = vi.fn()
    idle.whenStarted(told)
    await idle.stop()
    expect(told).not.toHaveBeenCalled()
  })

  test('rejects with the reason when it cannot start', async () => {
    const broken = host('/dev/null')
    await expect(broken.started()).rejects.toThrow(/ENOTDIR|EEXIST/)
    expect(() => broken.running()).toThrow('not running')
    await expect(broken.address()).rejects.toThrow(/ENOTDIR|EEXIST/)
  })
})
