import { EventEmitter } from 'node:events'
import { until } from '@kirim/testing/until'
import {
  addTransactionCapability,
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  initAuthCreds,
  jidDecode,
  type SignalKeyStore,
  type WASocket,
} from 'baileys'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type LinkedNumber,
  makeItem,
  startLinkedNumber,
  switchOn,
} from '../../../testing/linked-number.ts'
import { silentLogger } from '../connection/socket-config.ts'
import { forgetChangedDevices, lookUpDevices, sendWithoutMissing } from './person-devices.ts'

describe('the devices of a person', () => {
  function socketOf(list: object[] | null, known: object[] | undefined = undefined) {
    const asked = vi.fn(async () => (list === null ? undefined : { list, sideList: [] }))
    const set = vi.fn(async () => {})
    const kept = vi.fn(async () => {})
    const socket = {
      authState: {
        creds: { me: { id: '60111000111:1@s.whatsapp.net', lid: '1:1@lid' } },
        keys: { set },
      },
      userDevicesCache: { get: async () => known, set: kept },
      executeUSyncQuery: asked,
      signalRepository: { lidMapping: { storeLIDPNMappings: async () => {} } },
      devicesMutex: { mutex: (task: () => Promise<void>) => task() },
    }
    return { socket: socket as unknown as WASocket, asked, set, kept }
  }
  const jid = '60123456789@s.whatsapp.net'
  const person = {
    id: jid,
    devices: { deviceList: [{ id: 0 }, { id: 3, keyIndex: 1 }], keyIndex: { timestamp: 1 } },
  }

  test('are looked up once, and kept', async () => {
    const { socket, set, kept } = socketOf([person])
    await lookUpDevices(socket, jid)
    expect(set).toHaveBeenCalledWith({ 'device-list': { '60123456789': ['0', '3'] } })
    expect(kept).toHaveBeenCalledTimes(1)
  })

  test.each<[string, string]>([
    ['a group', '120363000000000001@g.us'],
    ['nobody', ''],
    ['nonsense', 'nonsense'],
  ])('are not looked up for %s', async (_what, address) => {
    const { socket, asked } = socketOf([person])
    await lookUpDevices(socket, address)
    expect(asked).not.toHaveBeenCalled()
  })

  test.each<[string, object[] | null]>([
    ['nothing', null],
    ['nobody', []],
    ['somebody else', [{ ...person, id: '60123456788@s.whatsapp.net' }]],
    ['nobody’s devices', [{ id: jid }]],
  ])('are left as they are when the network answers %s', async (_what, list) => {
    const { socket, set, kept } = socketOf(list)
    await lookUpDevices(socket, jid)
    expect(set).not.toHaveBeenCalled()
    expect(kept).not.toHaveBeenCalled()
  })

  test('that are known are not asked for', async () => {
    const { socket, asked } = socketOf([person], [{ user: '60123456789', device: 0 }])
    await lookUpDevices(socket, jid)
    expect(asked).not.toHaveBeenCalled()
  })
})

describe('a message to devices of which some have no keys', () => {
  const OWN = ['60111000111', '777'] as const
  const PERSON = '60123456789'
  const answered = (code: number): Error => Object.assign(new Error('refused'), { data: code })
  const notFound = answered(404)

  /** The network names these devices of each, whoever of them has no keys. */
  function start(known: Record<string, number[]>, named = known) {
    const ws = new EventEmitter()
    const entries = Object.entries(known).map(
      ([user, devices]) => [user, devices.map((device) => ({ user, device }))] as const,
    )
    const cache = new Map<string, { user: string; device?: number }[]>(entries)
    const socket = {
      ws,
      authState: {
        creds: { me: { id: `${OWN[0]}:9@s.whatsapp.net`, lid: `${OWN[1]}:9@lid` } },
        keys: { set: async () => {} },
      },
      userDevicesCache: {
        get: async (user: string) => cache.get(user),
        set: async (user: string, list: []) => cache.set(user, list),
        del: async (user: string) => cache.delete(user),
      },
      executeUSyncQuery: async ({ users }: { users: { id: string }[] }) => ({
        list: users.map(({ id }) => {
          const devices = named[jidDecode(id)?.user ?? ''] ?? []
          return { id, devices: { deviceList: devices.map((n) => ({ id: n, keyIndex: n })) } }
        }),
        sideList: [],
      }),
      signalRepository: {
        lidMapping: {
          storeLIDPNMappings: async () => {},
          getPNForLID: async (jid: string) =>
            jid.startsWith(OWN[1])
              ? jid.replace(/.*:(.*)@lid/, `${OWN[0]}:$1@s.whatsapp.net`)
              : null,
        },
      },
      devicesMutex: { mutex: (task: () => Promise<void>) => task() },
    } as unknown as WASocket

    /** What it would be sent to, at each attempt. The first one fails, others if they are to. */
    async function sent(missing: string[], { error = notFound, again = false, code = '404' } = {}) {
      const attempts: string[][] = []
      const content = missing.map((jid): BinaryNode => {
        const fault = { tag: 'error', attrs: { ...(code && { code }) } }
        return { tag: 'user', attrs: { jid }, content: [fault] }
      })
      const failure = await sendWithoutMissing(socket, async () => {
        const all = [...cache.values()].flat()
        attempts.push(all.map(({ user, device }) => `${user}:${device}`))
        if (attempts.length > 1 && !again) return
        const list: BinaryNode = { tag: 'list', attrs: {}, content }
        ws.emit('CB:iq,type:result,list', { tag: 'iq', attrs: {}, content: [list] })
        throw error
      }).catch((fault: unknown) => fault)
      expect(ws.listenerCount('CB:iq,type:result,list')).toBe(0)
      return { attempts, failure }
    }
    return sent
  }

  test('goes to the others, also while the network names the missing ones', async () => {
    const sent = start({ [PERSON]: [0, 1, 2] })
    const { attempts, failure } = await sent([`${PERSON}:1@s.whatsapp.net`])
    expect(failure).toBeUndefined()
    expect(attempts[1]).toEqual([`${PERSON}:0`, `${PERSON}:2`])
  })

  test.each(['406', '500', ''])(
    'goes to the others, whatever is wrong with one: %j',
    async (code) => {
      const sent = start({ [PERSON]: [0, 1, 2] })
      const error = answered(code ? Number(code) : Number.NaN)
      const { attempts, failure } = await sent([`${PERSON}:1@s.whatsapp.net`], { error, code })
      expect(failure).toBeUndefined()
      expect(attempts[1]).toEqual([`${PERSON}:0`, `${PERSON}:2`])
    },
  )

  test('is not sent again where the network is asked too much: that is of no device', async () => {
    const sent = start({ [PERSON]: [0, 1] })
    const error = answered(429)
    const { attempts, failure } = await sent([`${PERSON}:1@s.whatsapp.net`], { error, code: '429' })
    expect(attempts).toHaveLength(1)
    expect(failure).toBe(error)
  })

  test('goes to those that have come since, too', async () => {
    const sent = start({ [PERSON]: [0, 1] }, { [PERSON]: [0, 3] })
    const { attempts } = await sent([`${PERSON}:1@s.whatsapp.net`])
    expect(attempts[1]).toEqual([`${PERSON}:0`, `${PERSON}:3`])
  })

  test('leaves the driver to ask where the network does not name their owner any more', async () => {
    const sent = start({ [PERSON]: [0, 1] }, {})
    const { attempts } = await sent([`${PERSON}:1@s.whatsapp.net`])
    expect(attempts[1]).toEqual([])
  })

  test('goes to what is left of the own account, under both of its identities', async () => {
    const [number, lid] = OWN
    const sent = start({ [PERSON]: [0], [number]: [0, 4], [lid]: [0, 4] })
    const { attempts } = await sent([`${lid}:4@lid`])
    expect(attempts[1]?.sort()).toEqual([`${number}:0`, `${PERSON}:0`, `${lid}:0`])
  })

  test.each<[string, string[], Error]>([
    ['a phone has no keys', [`${PERSON}@s.whatsapp.net`], notFound],
    ['it is something else that is not there', [], notFound],
    ['it fails otherwise', [`${PERSON}:1@s.whatsapp.net`], new Error('Connection Closed')],
  ])('is not sent again where %s', async (_what, missing, error) => {
    const sent = start({ [PERSON]: [0, 1] })
    const { attempts, failure } = await sent(missing, { error })
    expect(attempts).toHaveLength(1)
    expect(failure).toBe(error)
  })

  test('is sent twice at most', async () => {
    const sent = start({ [PERSON]: [0, 1] })
    const { attempts, failure } = await sent([`${PERSON}:1@s.whatsapp.net`], { again: true })
    expect(attempts).toHaveLength(2)
    expect(failure).toBe(notFound)
  })
})

describe('news of the devices of a person', () => {
  const NEWS = 'CB:notification,type:devices'
  const [NUMBER, LID] = ['60123456789', '1234']

  /** Kept by the driver itself. */
  async function keysWithBoth() {
    const rows = new Map<string, unknown>()
    const store = {
      get: async (type: string, names: string[]) =>
        Object.fromEntries(names.map((name) => [name, rows.get(`${type} ${name}`)])),
      async set(data: Record<string, Record<string, unknown>>) {
        for (const [type, named] of Object.entries(data))
          for (const [name, value] of Object.entries(named)) rows.set(`${type} ${name}`, value)
      },
    }
    const keys = addTransactionCapability(store as SignalKeyStore, silentLogger, {
      maxCommitRetries: 1,
      delayBetweenTriesMs: 1,
    })
    const auth = { creds: initAuthCreds(), keys }
    const { makeSignalRepository } = DEFAULT_CONNECTION_CONFIG
    const { lidMapping } = makeSignalRepository(auth, silentLogger)
    await lidMapping.storeLIDPNMappings([{ pn: `${NUMBER}@s.whatsapp.net`, lid: `${LID}@lid` }])
    return keys
  }

  /** Of whom the devices are still kept, of the person under both identities and of another. */
  async function keptAfter(attrs: Record<string, string>, content: BinaryNode[] = []) {
    const ws = new EventEmitter()
    const cache = new Set([NUMBER, LID, '60123456788'])
    const socket = {
      ws,
      userDevicesCache: { del: async (user: string) => cache.delete(user) },
      authState: { keys: await keysWithBoth() },
      devicesMutex: { mutex: (task: () => Promise<void>) => task() },
    } as unknown as WASocket
    const faults: unknown[] = []
    forgetChangedDevices(socket, (fault) => faults.push(fault))
    const node = { tag: 'notification', attrs: { type: 'devices', ...attrs }, content }
    await Promise.all(ws.listeners(NEWS).map((hear) => hear(node)))
    expect(faults).toEqual([])
    return [...cache]
  }
  const change = (tag: string, ...jids: string[]): BinaryNode => ({
    tag,
    attrs: {},
    content: jids.map((jid) => ({ tag: 'device', attrs: { jid } })),
  })

  test.each<[string, Record<string, string>, BinaryNode[]]>([
    ['a device of their number', {}, [change('add', `${NUMBER}:3@s.whatsapp.net`)]],
    ['a device of their identity', {}, [change('remove', `${LID}:3@lid`)]],
    ['a change that names no device', { from: `${LID}@lid` }, [change('update')]],
    ['both', { from: `${NUMBER}@s.whatsapp.net`, lid: `${LID}@lid` }, []],
  ])('that tells of %s is of both identities', async (_what, attrs, content) => {
    expect(await keptAfter(attrs, content)).toEqual(['60123456788'])
  })

  test('of whom one identity is known is of that one', async () => {
    const stranger = '60123456788@s.whatsapp.net'
    expect(await keptAfter({ from: stranger }, [change('update', stranger)])).toEqual([NUMBER, LID])
  })

  test.each(['', 'nonsense', 'status@broadcast'])(
    'of nobody (%j) changes nothing',
    async (from) => {
      expect(await keptAfter({ from })).toHaveLength(3)
    },
  )
})

describe('somebody whose companions are gone', () => {
  let number: LinkedNumber
  let next = 60_123_500_001
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite')
    await switchOn(number.app.call, number.session.token, number.device.id)
    await makeItem(number.app.call, number.session.token, number.device.id, {
      name: 'Menu',
      keywords: 'menu',
      captionAi: 'Nasi lemak',
    })
  })
  afterAll(() => number.stop())

  /** Their devices are known, and there are no sessions with their companions, who are gone. */
  async function answeredBeforeTheyWent(addressing: 'lid' | 'pn'): Promise<string> {
    const { network, device } = number
    const contact = String(next++)
    network.forgeries.prekeys.add(contact)
    network.setWeather(device.number, { kind: 'companions', devices: 2 })
    await network.sendAsContact(device.number, contact, { text: 'menu' }, { addressing })
    await until('they are answered', () => number.heard(contact).length === 1)
    network.forgeries.prekeys.clear()
    network.setWeather(device.number, { kind: 'calm' })
    return contact
  }

  const copiesIn = (chat: string) =>
    number.network
      .messages(number.device.number, chat)
      .filter(({ direction }) => direction === 'to-contact')
      .map(({ copies }) => copies)

  test.each(['pn', 'lid'] as const)(
    'and who is addressed by %s is answered all the same, once',
    async (addressing) => {
      const contact = await answeredBeforeTheyWent(addressing)
      await number.network.sendAsContact(number.device.number, contact, { text: 'menu' })
      await until('they are answered again', () => copiesIn(contact).length === 2)
      expect(copiesIn(contact)).toEqual([1, 1])
    },
  )

  test.each(['pn', 'lid'] as const)(
    'and who is in a group addressed by %s keeps nothing from its members',
    async (addressing) => {
      const { network, device } = number
      const members = [await answeredBeforeTheyWent(addressing), String(next++)]
      const { id } = network.createGroup({
        owner: device.number,
        subject: 'Kawan kopi',
        members,
        addressing,
      })
      await network.sendToGroup(id, members[1] ?? '', { text: 'menu' })
      const answer = () =>
        network.messages(device.number, id).find(({ direction }) => direction === 'to-contact')
      await until('all have read the answer', () => answer()?.status === 'read')
      expect(answer()).toMatchObject({
        copies: 1,
        receipts: expect.arrayContaining(
          members.map((member) => expect.objectContaining({ member, copies: 1 })),
        ),
      })
    },
  )
})
