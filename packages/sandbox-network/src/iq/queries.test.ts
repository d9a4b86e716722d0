import type { BinaryNode } from 'baileys'
import { describe, expect, it } from 'vitest'
import {
  CONTACT,
  heardConnection,
  jid,
  linkedDevice,
  OTHER,
  PHONE,
  prekeys,
  queued,
  useCore,
} from '../testing/core.ts'
import { bytes, child, children } from '../wire/stanza.ts'
import { answerQuery, STANDARD_QUERIES } from './table.ts'

const here = useCore()

const node = (tag: string, attrs = {}, content?: BinaryNode['content']): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content }

/** Asks as the first device of the phone; answers what the line heard. */
async function ask(place: string, ...content: BinaryNode[]): Promise<BinaryNode> {
  const [xmlns = '', type = ''] = place.split(' ')
  const line = heardConnection()
  const device = { phone: PHONE, device: 1 }
  const query = node('iq', { id: 'q1', xmlns, type, to: '@s.whatsapp.net' }, content)
  await answerQuery(STANDARD_QUERIES, here.core, line, device, query)
  expect(line.heard).toHaveLength(1)
  return line.heard[0] ?? node('nothing')
}

const refusal = (answer: BinaryNode) => {
  const { code, text } = child(answer, 'error')?.attrs ?? {}
  return [answer.attrs.type, code, text]
}

describe('a query', () => {
  it.each([
    ['moon get', node('query')],
    ['encrypt get', node('nothing')],
    ['encrypt delete', node('key')],
    ['__proto__ get', node('constructor')],
    [' get', node('query')],
  ])('nobody knows, %s, is refused and not a fault', async (place, content) => {
    expect(refusal(await ask(place, content))).toEqual(['error', '501', 'feature-not-implemented'])
  })

  it('without its content is refused as well', async () => {
    expect(refusal(await ask('encrypt get'))).toEqual(['error', '501', 'feature-not-implemented'])
    expect((await ask('w:stats set')).attrs.type).toBe('result')
  })

  it('about an unknown account status is refused', async () => {
    for (const id of ['', '1', 'toString', '__proto__']) {
      const answer = await ask('w:mex get', node('query', { query_id: id }))
      expect([id, ...refusal(answer)]).toEqual([id, 'error', '400', 'bad-request'])
    }
  })

  it('without an id or a type breaks the protocol', async () => {
    const broken = (attrs: Record<string, string>) =>
      answerQuery(
        STANDARD_QUERIES,
        here.core,
        heardConnection(),
        { phone: PHONE, device: 1 },
        {
          tag: 'iq',
          attrs,
        },
      )
    await expect(broken({ xmlns: 'w:p', type: 'get' })).rejects.toThrow('its id')
    await expect(broken({ id: '1', xmlns: 'w:p' })).rejects.toThrow('its type')
  })

  it('for settings answers each collection by its name, whatever it holds', async () => {
    const collections = [node('collection', { name: 'regular', version: '4' }), node('collection')]
    const answer = await ask('w:sync:app:state set', node('sync', {}, collections))
    const named = children(child(answer, 'sync')).map(({ attrs }) => [attrs.name, attrs.version])
    expect(named).toEqual([
      ['regular', '4'],
      ['', '0'],
    ])
  })
})

const uploaded = (change: Record<string, BinaryNode | undefined> = {}) => {
  const id = (value: number) => node('id', {}, Buffer.from([0, 0, value]))
  const parts: Record<string, BinaryNode | undefined> = {
    registration: node('registration', {}, Buffer.from([0, 0, 0, 9])),
    identity: node('identity', {}, Buffer.alloc(32, 4)),
    list: node('list', {}, [node('key', {}, [id(1), node('value', {}, Buffer.alloc(32, 5))])]),
    skey: node('skey', {}, [
      id(2),
      node('value', {}, Buffer.alloc(32, 6)),
      node('signature', {}, Buffer.alloc(64, 7)),
    ]),
    ...change,
  }
  return Object.values(parts).filter((part) => part !== undefined)
}

describe('keys that a device brings', () => {
  it.each<[string, Record<string, BinaryNode | undefined>]>([
    ['no identity', { identity: undefined }],
    ['an identity of 31 bytes', { identity: node('identity', {}, Buffer.alloc(31)) }],
    ['a registration of seven bytes', { registration: node('registration', {}, Buffer.alloc(7)) }],
    ['no signed key', { skey: undefined }],
    ['a signed key without its number', { skey: node('skey', {}, []) }],
    ['a prekey without its value', { list: node('list', {}, [node('key', {}, [])]) }],
    [
      'a prekey of 33 bytes',
      {
        list: node('list', {}, [
          node('key', {}, [node('id', {}, Buffer.from([1])), node('value', {}, Buffer.alloc(33))]),
        ]),
      },
    ],
  ])('with %s break the protocol, and none of them is kept', async (_what, change) => {
    const device = linkedDevice(here.core)
    await expect(ask('encrypt set', ...uploaded(change))).rejects.toThrow()
    expect(here.core.companions.find(device)?.identity).toEqual(device.identity)
    expect(here.core.companions.countPrekeys(device)).toBe(0)
  })

  it('are stored completely, and may come without a prekey', async () => {
    const device = linkedDevice(here.core)
    await ask('encrypt set', ...uploaded())
    await ask('encrypt set', ...uploaded({ list: undefined }))
    expect(here.core.companions.find(device)).toMatchObject({
      registrationId: 9,
      identity: Buffer.alloc(32, 4),
      signed: { id: 2, public: Buffer.alloc(32, 6), signature: Buffer.alloc(64, 7) },
    })
    expect(here.core.companions.takePrekey(device)).toEqual({ id: 1, public: Buffer.alloc(32, 5) })
  })

  it('are digested only while there are prekeys', async () => {
    expect(refusal(await ask('encrypt get', node('digest')))).toContain('404')
    const device = linkedDevice(here.core)
    expect(refusal(await ask('encrypt get', node('digest')))).toContain('404')
    here.core.companions.addPrekeys(device, prekeys(1))
    const digest = child(await ask('encrypt get', node('digest')), 'digest')
    expect(bytes(digest, 'identity')).toEqual(device.identity)
    expect(child(await ask('encrypt get', node('count')), 'count')?.attrs.value).toBe('1')
  })
})

describe('the keys of somebody', () => {
  const fetch = async (...jids: string[]) => {
    const users = jids.map((one) => node('user', { jid: one }))
    const answer = await ask('encrypt get', node('key', {}, users))
    return children(child(answer, 'list')).map((user) => ({
      jid: user.attrs.jid,
      error: child(user, 'error')?.attrs.code,
      prekey: child(user, 'key') !== undefined,
      identity: bytes(user, 'identity'),
    }))
  }

  it.each([
    ['nobody’s address', ''],
    ['a group', '120363000000000001@g.us'],
    ['an unknown other address', '100000000000000@lid'],
    ['a number that is none', 'nobody@s.whatsapp.net'],
    ['a number that is not registered', jid('60123450000')],
    ['a device that is not linked', `${PHONE}:9@s.whatsapp.net`],
  ])('are missing for %s, and the others’ are not', async (_what, address) => {
    expect(await fetch(address, jid(CONTACT))).toMatchObject([
      { jid: address, error: '404', prekey: false },
      { jid: jid(CONTACT), error: undefined, prekey: true },
    ])
  })

  it('of a device come without a prekey when none is left, and the device is notified once', async () => {
    const device = linkedDevice(here.core)
    here.core.companions.addPrekeys(device, prekeys(1))
    const address = `${PHONE}:1@s.whatsapp.net`
    expect((await fetch(address, address, address)).map(({ prekey }) => prekey)).toEqual([
      true,
      false,
      false,
    ])
    expect(queued(here.core, device)).toMatchObject([{ class: 'notification', kind: 'encrypt' }])
  })

  it('that are forged have an invalid signature', async () => {
    const signature = async () => {
      const answer = await ask(
        'encrypt get',
        node('key', {}, [node('user', { jid: jid(CONTACT) })]),
      )
      return bytes(child(children(child(answer, 'list'))[0], 'skey'), 'signature')
    }
    const genuine = await signature()
    expect(await signature()).toEqual(genuine)
    here.core.forgeries.prekeys.add(CONTACT)
    expect(await signature()).not.toEqual(genuine)
  })
})

describe('looking up numbers', () => {
  const look = async (asked: string[], ...users: BinaryNode[]) => {
    const query = node(
      'query',
      {},
      asked.map((tag) => node(tag)),
    )
    const answer = await ask('usync get', node('usync', {}, [query, node('list', {}, users)]))
    return children(child(child(answer, 'usync'), 'list'))
  }
  const typed = (text: string) => node('user', {}, [node('contact', {}, text)])

  it('finds a number in any notation, and reports for each whether it exists', async () => {
    const [found, gone] = await look(
      ['contact', 'lid'],
      typed(`+${CONTACT}`),
      typed('6012-345 0000'),
    )
    expect(child(found, 'contact')?.attrs.type).toBe('in')
    expect(child(found, 'lid')).toBeDefined()
    expect(child(gone, 'contact')?.attrs.type).toBe('out')
    expect(child(gone, 'lid')).toBeUndefined()
  })

  it.each([
    ['nothing', node('user', {})],
    ['a word', typed('nobody')],
    ['an unknown other address', node('user', { jid: '100000000000000@lid' })],
    ['a group', node('user', { jid: '120363000000000001@g.us' })],
  ])('finds nobody behind %s, and goes on', async (_what, user) => {
    const found = await look(['contact'], user, typed(CONTACT))
    expect(found.map(({ attrs }) => attrs.jid)).toEqual([jid(CONTACT)])
  })

  it('answers the known protocols of a query, even if there are none', async () => {
    const [user] = await look(['horoscope', '__proto__', 'status'], typed(CONTACT))
    expect(children(user).map(({ tag }) => tag)).toEqual(['status'])
    expect(await look([])).toEqual([])
  })

  it('shows only the devices of the own phone', async () => {
    linkedDevice(here.core, 1)
    const owner = here.core.phones.create({ owner: 'them', name: 'X', number: OTHER }, 1)
    linkedDevice(here.core, 1, owner.number)
    const users = await look(['devices'], typed(PHONE), typed(OTHER), typed('60123450000'))
    const devices = users.map((user) =>
      children(child(child(user, 'devices'), 'device-list')).map(({ attrs }) => attrs.id),
    )
    expect(devices).toEqual([['0', '1'], ['0'], []])
  })
})

describe('a group', () => {
  const describeGroup = async (to: string) => {
    const line = heardConnection()
    const device = { phone: PHONE, device: 1 }
    const query = node('iq', { id: 'q', xmlns: 'w:g2', type: 'get', to }, [node('query')])
    await answerQuery(STANDARD_QUERIES, here.core, line, device, query)
    return line.heard[0] ?? node('nothing')
  }

  it('that does not exist, or is not of the phone, is not described', async () => {
    const theirs = here.core.phones.create({ owner: 'them', name: 'X', number: OTHER }, 1).number
    const wanted = {
      owner: theirs,
      subject: 'Theirs',
      members: [CONTACT],
      addressing: 'lid',
    } as const
    const { id } = here.core.groups.create(wanted, 1)
    expect(refusal(await describeGroup('1@g.us'))).toEqual(['error', '404', 'item-not-found'])
    expect(refusal(await describeGroup(id))).toEqual(['error', '403', 'forbidden'])
    const all = await ask('w:g2 get', node('participating'))
    expect(children(child(all, 'groups'))).toEqual([])
  })

  it.each(['lid', 'pn'] as const)(
    'names its members by %s, and by the other beside it',
    async (by) => {
      const wanted = { owner: PHONE, subject: 'Jiran', members: [CONTACT], addressing: by }
      const { id } = here.core.groups.create(wanted, 1)
      const members = children(child(await describeGroup(id), 'group'))
      const { lid } = here.core.directory.contact(PHONE, CONTACT)
      const expected =
        by === 'lid'
          ? { jid: `${lid}@lid`, phone_number: jid(CONTACT) }
          : { jid: jid(CONTACT), lid: `${lid}@lid` }
      expect(members.map(({ attrs }) => attrs)).toContainEqual(expected)
      expect(members.filter(({ attrs }) => attrs.type === 'superadmin')).toHaveLength(1)
    },
  )
})
