import { describe, expect, it } from 'vitest'
import {
  CONTACT,
  connected,
  heardConnection,
  jid,
  linkedDevice,
  OTHER,
  PHONE,
  prekeys,
  queued,
  sentText,
  useCore,
} from '../testing/core.ts'

const here = useCore()
const chat = { phone: PHONE, contact: CONTACT }

describe('numbers', () => {
  it.each(['', '0', '0123456789', '123456', '1234567890123456', '+60123456789', '6012 3456789'])(
    '%j is none',
    (number) => {
      const invalid = expect.objectContaining({ code: 'number_invalid' })
      expect(() => here.core.directory.contact(PHONE, number)).toThrow(invalid)
      expect(() => here.core.phones.create({ owner: 'o', name: 'X', number }, 1)).toThrow(invalid)
      expect(here.core.directory.isRegistered(PHONE, number)).toBe(false)
      expect(here.core.directory.reach(PHONE, number)).toBeUndefined()
    },
  )

  it.each(['1234567', '123456789012345'])('%s is one', (number) => {
    expect(here.core.directory.contact(PHONE, number)).toMatchObject({ number, registered: true })
  })

  it.each<[string, string | undefined]>([
    [jid(CONTACT), CONTACT],
    [`${CONTACT}:12@s.whatsapp.net`, CONTACT],
    ['', undefined],
    ['nonsense', undefined],
    ['@s.whatsapp.net', undefined],
    ['120363000000000001@g.us', undefined],
    ['status@broadcast', undefined],
    ['123456789012345@newsletter', undefined],
    ['100000000000000@lid', undefined],
  ])('the address %j leads to %j', (address, number) => {
    expect(here.core.directory.numberOf(address)).toBe(number)
  })

  it('an address of the other kind maps back, also over a restart', () => {
    const { lid } = here.core.directory.contact(PHONE, CONTACT)
    here.reopen()
    expect(here.core.directory.numberOf(`${lid}@lid`)).toBe(CONTACT)
    expect(here.core.directory.numberOf(`${lid}:3@lid`)).toBe(CONTACT)
    expect(here.core.directory.lidOf(CONTACT)).toBe(lid)
  })

  it('that end in 0000 are unregistered, unless a phone of the same owner has them', () => {
    const { directory, phones } = here.core
    expect(directory.isRegistered(PHONE, '60123450000')).toBe(false)
    phones.create({ owner: 'owner', name: 'Kedua', number: '60123450000' }, 1)
    expect(directory.isRegistered(PHONE, '60123450000')).toBe(true)
    phones.create({ owner: 'somebody', name: 'Other', number: '60199990000' }, 1)
    expect(directory.isRegistered(PHONE, '60199990000')).toBe(false)
  })

  it('always have the same keys, and each prekey once', () => {
    const { directory } = here.core
    const first = directory.keys(CONTACT)
    const issued = [1, 2, 3].map(() => directory.issuePrekey(CONTACT))
    here.reopen()
    expect(here.core.directory.keys(CONTACT)).toEqual(first)
    expect(issued.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(here.core.directory.issuePrekey(CONTACT).id).toBe(4)
    expect(here.core.directory.issuePrekey(OTHER).id).toBe(1)
  })
})

describe('a phone', () => {
  it('has an unused number, and is not found by others', () => {
    const { phones } = here.core
    const again = () => phones.create({ owner: 'p', name: 'Again', number: PHONE }, 1)
    expect(again).toThrow(expect.objectContaining({ code: 'number_taken' }))
    expect(phones.get(PHONE)).toMatchObject({ owner: 'owner', name: 'Aina' })
    expect(() => phones.get(CONTACT)).toThrow(expect.objectContaining({ code: 'phone_unknown' }))
    expect(phones.find("' OR 1=1 --")).toBeUndefined()
  })

  it('gets a registered number by default', () => {
    const made = Array.from({ length: 20 }, (_, at) =>
      here.core.phones.create({ owner: 'p', name: 'X' }, at),
    )
    expect(new Set(made.map(({ number }) => number)).size).toBe(20)
    for (const { number } of made) expect(number).toMatch(/^6011\d{8}$/)
    expect(made.some(({ number }) => number.endsWith('0000'))).toBe(false)
  })

  it('never reuses a device number, even after unlinking', () => {
    const { phones, companions } = here.core
    expect([1, 2].map(() => phones.nextDevice(PHONE))).toEqual([1, 2])
    companions.remove({ phone: PHONE, device: 2 })
    here.reopen()
    expect(here.core.phones.nextDevice(PHONE)).toBe(3)
  })
})

describe('a linked device', () => {
  it('that is removed loses its own data, but nothing of others', () => {
    const { core } = here
    const [gone, stays] = [linkedDevice(core, 1), linkedDevice(core, 2)]
    for (const device of [gone, stays]) {
      core.companions.addPrekeys(device, prekeys(1, 2))
      core.mailbox.post(device, { class: 'message', id: 'A', peer: CONTACT, node })
      core.senderKeys.markDistributed('g@g.us', CONTACT, device)
      const place = { group: 'g@g.us', holder: CONTACT, author: PHONE, device: device.device }
      core.senderKeys.write(place, '[]')
    }
    core.companions.remove(gone)
    expect(core.companions.find(gone)).toBeUndefined()
    expect(core.companions.byNoiseKey(gone.noiseKey)).toBeUndefined()
    expect(core.companions.countPrekeys(gone)).toBe(0)
    expect(queued(core, gone)).toEqual([])
    expect(core.senderKeys.isDistributed('g@g.us', CONTACT, gone)).toBe(false)
    const key = { group: 'g@g.us', holder: CONTACT, author: PHONE }
    expect(core.senderKeys.read({ ...key, device: 1 })).toBeUndefined()
    expect(core.senderKeys.read({ ...key, device: 2 })).toBe('[]')
    expect(core.companions.countPrekeys(stays)).toBe(2)
    expect(queued(core, stays)).toHaveLength(1)
    expect(core.companions.ofPhone(PHONE).map(({ device }) => device)).toEqual([2])
  })

  it('is identified by its noise key, which is unique', () => {
    const { core } = here
    const first = linkedDevice(core, 1)
    expect(core.companions.byNoiseKey(first.noiseKey)).toMatchObject({ device: 1 })
    expect(core.companions.byNoiseKey(Buffer.alloc(32))).toBeUndefined()
    expect(core.companions.byNoiseKey(Buffer.alloc(0))).toBeUndefined()
    expect(() => core.companions.add({ ...first, device: 2 }, 1)).toThrow(/UNIQUE/)
    expect(core.phones.get(PHONE).linked).toBe(1)
  })

  it('gives each prekey once, the oldest first, until none is left', () => {
    const { companions } = here.core
    const device = linkedDevice(here.core)
    const keys = prekeys(3, 1, 2)
    companions.addPrekeys(device, keys)
    expect([1, 2, 3, 4].map(() => companions.takePrekey(device)?.id)).toEqual([1, 2, 3, undefined])
    companions.addPrekeys(device, prekeys(9))
    const [renewed] = prekeys(9)
    companions.addPrekeys(device, renewed ? [renewed] : [])
    expect(companions.countPrekeys(device)).toBe(1)
    expect(companions.takePrekey(device)).toEqual(renewed)
    expect(companions.takePrekey({ phone: PHONE, device: 9 })).toBeUndefined()
  })

  it('updates the named keys and keeps the others', () => {
    const { companions } = here.core
    const { own: _own, ...before } = linkedDevice(here.core)
    companions.putKeys(before, {})
    expect(companions.find(before)).toEqual(before)
    const identity = Buffer.alloc(32, 7)
    companions.putKeys(before, { identity })
    expect(companions.find(before)).toEqual({ ...before, identity })
    companions.putKeys({ phone: PHONE, device: 9 }, { identity })
    expect(companions.ofPhone(PHONE)).toHaveLength(1)
  })
})

const node = { tag: 'message', attrs: { id: 'A' } }
const post = { class: 'message', id: 'A', peer: CONTACT, node } as const

describe('the queue of a device', () => {
  it.each<[string, Parameters<typeof here.core.mailbox.settle>[1], boolean]>([
    ['its id', { class: 'message', id: 'A' }, true],
    ['another id', { class: 'message', id: 'B' }, false],
    ['another class', { class: 'receipt', id: 'A' }, false],
    ['whom it is from', { class: 'message', id: 'A', peer: CONTACT }, true],
    ['somebody else', { class: 'message', id: 'A', peer: OTHER }, false],
    ['its kind', { class: 'message', id: 'A', kind: 'again' }, true],
    ['no kind', { class: 'message', id: 'A', kind: '' }, false],
    ['what it must not be', { class: 'message', id: 'A', except: 'again' }, false],
    ['what it is not', { class: 'message', id: 'A', except: 'peer' }, true],
    ['nothing', { class: '', id: '' }, false],
  ])('is taken off by %s or stays: %o is %s', (_what, done, isGone) => {
    const device = linkedDevice(here.core)
    here.core.mailbox.post(device, { ...post, kind: 'again' })
    here.core.mailbox.settle(device, done)
    expect(queued(here.core, device)).toHaveLength(isGone ? 0 : 1)
  })

  it('cannot be changed by another device', () => {
    const [first, second] = [linkedDevice(here.core, 1), linkedDevice(here.core, 2)]
    here.core.mailbox.post(first, post)
    here.core.mailbox.settle(second, { class: 'message', id: 'A' })
    expect(queued(here.core, first)).toHaveLength(1)
  })

  it('is sent at once to a ready device, after the commit, and never after a rollback', () => {
    const { core } = here
    const device = linkedDevice(core)
    const line = connected(core, device)
    core.store.transaction(() => {
      core.mailbox.post(device, post)
      expect(line.heard).toEqual([])
    })
    expect(line.heard).toHaveLength(1)
    const failing = () =>
      core.store.transaction(() => {
        core.mailbox.post(device, { ...post, id: 'B' })
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    expect(line.heard).toHaveLength(1)
    expect(queued(core, device).map(({ id }) => id)).toEqual(['A'])
    line.ready = false
    core.mailbox.post(device, { ...post, id: 'C' })
    expect(line.heard).toHaveLength(1)
  })

  it('is sent in order at login, stanzas of the own phone last, and kept until acknowledged', async () => {
    const { core } = here
    const device = linkedDevice(core)
    const put = (id: string, kind = '') =>
      core.mailbox.post(device, { ...post, id, kind, node: { tag: 'message', attrs: { id } } })
    put('A')
    put('OWN', 'peer')
    put('B')
    here.reopen()
    for (let login = 0; login < 2; login++) {
      const line = heardConnection()
      await here.core.mailbox.flush(line, device)
      expect(line.ready).toBe(true)
      expect(line.heard.map(({ tag, attrs }) => [tag, attrs.id, attrs.offline])).toEqual([
        ['message', 'A', '0'],
        ['message', 'B', '1'],
        ['ib', undefined, undefined],
        ['message', 'OWN', undefined],
      ])
      expect(line.heard[2]?.content).toMatchObject([{ tag: 'offline', attrs: { count: '2' } }])
    }
  })

  it('is reported as empty when it is empty', async () => {
    const line = heardConnection()
    await here.core.mailbox.flush(line, linkedDevice(here.core))
    expect(line.heard).toMatchObject([{ tag: 'ib', content: [{ attrs: { count: '0' } }] }])
  })

  it('includes stanzas that arrive while it is sent', async () => {
    const { core } = here
    const device = linkedDevice(core)
    core.mailbox.post(device, post)
    const line = heardConnection()
    core.live.put(device, line)
    const flushed = core.mailbox.flush(line, device)
    core.mailbox.post(device, { ...post, id: 'B', node: { tag: 'message', attrs: { id: 'B' } } })
    await flushed
    expect(line.heard.map(({ attrs }) => attrs.id)).toEqual(['A', 'B', undefined])
  })
})

describe('messages', () => {
  it('are paged from the last, without protocol messages, and without those of others', () => {
    const { messages } = here.core
    for (const id of ['A', 'B', 'C', 'D']) messages.add(sentText(id))
    messages.add(sentText('P', { kind: 'protocol' }))
    messages.add(sentText('X', { contact: OTHER }))
    const page = (limit: number, before: number) =>
      messages.page(chat, limit, before).map(({ id }) => id)
    expect(page(2, 1e9)).toEqual(['C', 'D'])
    const [third] = messages.page(chat, 2, 1e9)
    expect(page(2, third?.seq ?? 0)).toEqual(['A', 'B'])
    expect(page(0, 1e9)).toEqual([])
    expect(page(10, 0)).toEqual([])
  })

  it('may have the same id in either direction and in another chat, and not twice in one', () => {
    const { messages } = here.core
    messages.add(sentText('A'))
    messages.add(sentText('A', { direction: 'from-contact', text: 'back' }))
    messages.add(sentText('A', { contact: OTHER }))
    expect(messages.find(chat, 'from-contact', 'A')?.text).toBe('back')
    expect(messages.find(chat, 'to-contact', 'B')).toBeUndefined()
    expect(() => messages.add(sentText('A'))).toThrow(/UNIQUE/)
  })

  it('that come again are counted over all chats', () => {
    const { messages } = here.core
    const first = messages.add(sentText('A'))
    expect(messages.duplicates()).toBe(0)
    const second = messages.countCopy(first)
    expect(messages.countCopy(second).copies).toBe(3)
    messages.countCopy(messages.add(sentText('B')), 1)
    expect(messages.duplicates()).toBe(2)
  })

  it('are due in the order of their receipts, except those without one', () => {
    const { messages } = here.core
    expect(messages.nextDue()).toBeUndefined()
    messages.add(sentText('late', { dueAt: 20 }))
    messages.add(sentText('early', { dueAt: 10 }))
    messages.add(sentText('never'))
    const due = (now: number, limit = 10) => messages.due(now, limit).map(({ id }) => id)
    expect([due(9), due(10), due(20), due(20, 1)]).toEqual([
      [],
      ['early'],
      ['early', 'late'],
      ['early'],
    ])
    expect(messages.nextDue()).toBe(10)
    for (const { seq } of messages.due(20, 10)) messages.setStatus(seq, 'read')
    expect(messages.nextDue()).toBeUndefined()
  })

  it("of one owner are rescheduled, but nobody else's", () => {
    const { core } = here
    const theirs = core.phones.create({ owner: 'them', name: 'X' }, 1).number
    core.messages.add(sentText('mine'))
    core.messages.add(sentText('read', { status: 'read' }))
    core.messages.add(sentText('theirs', { phone: theirs }))
    core.messages.add(sentText('back', { direction: 'from-contact' }))
    core.messages.plan('owner', CONTACT, 'sent', 5)
    expect(core.messages.due(5, 10).map(({ id }) => id)).toEqual(['mine'])
    core.messages.plan('owner', CONTACT, 'sent', undefined)
    expect(core.messages.nextDue()).toBeUndefined()
  })

  it('that are not read are counted by chat, those for the program not', () => {
    const { messages } = here.core
    const from = (id: string, more = {}) => sentText(id, { direction: 'from-contact', ...more })
    messages.add(from('A'))
    messages.add(from('B', { status: 'delivered' }))
    messages.add(from('C', { status: 'read' }))
    messages.add(from('D', { kind: 'protocol' }))
    messages.add(sentText('E'))
    messages.add(from('F', { contact: OTHER }))
    expect(messages.unread(PHONE)).toEqual(
      new Map([
        [CONTACT, 2],
        [OTHER, 1],
      ]),
    )
    expect(messages.unread(CONTACT)).toEqual(new Map())
    expect(messages.lastAddressing({ phone: PHONE, contact: '60100000001' })).toBe('pn')
  })
})

describe('a group', () => {
  const wanted = { owner: PHONE, subject: 'Jiran', members: [CONTACT], addressing: 'lid' } as const
  const members = (count: number) =>
    Array.from({ length: count }, (_, n) => String(60_150_000_000 + n))

  it.each([
    ['without a name', { subject: '' }, 'group_invalid'],
    ['with a name of blanks', { subject: ' \n' }, 'group_invalid'],
    ['with a name of 101 letters', { subject: 'x'.repeat(101) }, 'group_invalid'],
    ['of nobody else', { members: [] }, 'group_invalid'],
    ['of its owner alone', { members: [PHONE, PHONE] }, 'group_invalid'],
    ['of 1,025', { members: members(1024) }, 'group_invalid'],
    ['with what is no number', { members: [CONTACT, 'nobody'] }, 'number_invalid'],
  ])('%s is refused, and nothing of it stays', (_what, change, code) => {
    const { groups, store } = here.core
    const create = () => groups.create({ ...wanted, ...change }, 1)
    expect(create).toThrow(expect.objectContaining({ code }))
    expect(groups.ofMember(PHONE)).toEqual([])
    expect(store.all('SELECT * FROM group_member')).toEqual([])
  })

  it('has a name of 100 letters and its members once, also when they are named twice', () => {
    const { groups } = here.core
    const subject = 'x'.repeat(100)
    const made = groups.create({ ...wanted, subject, members: [CONTACT, CONTACT, PHONE] }, 1)
    expect(made.subject).toBe(subject)
    expect(made.members.map(({ number }) => number).sort()).toEqual([PHONE, CONTACT].sort())
    expect(groups.get(made.id)).toEqual(made)
  })

  it('that does not exist is reported', () => {
    expect(here.core.groups.find('1@g.us')).toBeUndefined()
    const get = () => here.core.groups.get('1@g.us')
    expect(get).toThrow(expect.objectContaining({ code: 'group_unknown' }))
  })

  it('says of whom somebody else has put there, and nobody of their own', () => {
    const { groups, phones } = here.core
    groups.create(wanted, 1)
    phones.create({ owner: 'owner', name: 'Kedua', number: OTHER }, 1)
    expect(groups.isInForeign(CONTACT, 'owner')).toBe(false)
    expect(groups.isInForeign(CONTACT, 'them')).toBe(true)
    expect(groups.isInForeign(OTHER, 'them')).toBe(false)
  })
})
