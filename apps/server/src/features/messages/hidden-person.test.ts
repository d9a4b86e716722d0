import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { engines } from '../../testing/engines.ts'
import {
  type LinkedNumber,
  makeItem,
  startLinkedNumber,
  switchOn,
} from '../../testing/linked-number.ts'

describe.each(engines)('the chat of somebody who hides their number, on %s,', (engine) => {
  let number: LinkedNumber
  let db: Db
  let people = 0
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    db = number.app.openDatabase()
    const { app, session, device } = number
    await makeItem(app.call, session.token, device.id, {
      name: 'Price',
      keywords: 'harga',
      captionAi: 'RM4',
    })
    await switchOn(app.call, session.token, device.id)
  })
  afterAll(async () => {
    await db.destroy()
    await number.stop()
  })

  function newPerson() {
    const person = `6013${String(4_000_000 + ++people)}`
    const { network, device } = number
    const lid = `${network.contact(device.number, person).lid}@lid`
    return {
      person,
      lid,
      hides: (hidden: boolean) => network.setContactHidden(device.number, person, hidden),
      says: (text: string, how = {}) => network.sendAsContact(device.number, person, { text }, how),
      chats: () =>
        db
          .selectFrom('chats')
          .select(['id', 'number', 'lid', 'username', 'unread'])
          .where((eb) => eb.or([eb('number', '=', person), eb('lid', '=', lid)]))
          .orderBy('id')
          .execute(),
    }
  }

  test('has their username, and stays the same once the number is known', async () => {
    const { person, lid, hides, says, chats } = newPerson()
    const { network, device, heard } = number
    hides(true)
    network.setContactUsername(device.number, person, 'siti.kedai')
    await says('harga')
    await until('they are answered', () => heard(person).length === 1)
    const [chat] = await chats()
    expect(chat).toMatchObject({ number: null, lid, username: 'siti.kedai' })
    await network.revealNumber(device.number, person)
    await says('harga')
    await until('they are answered again', () => heard(person).length === 2)
    expect(await chats()).toMatchObject([
      { id: chat?.id, number: person, lid, username: 'siti.kedai', unread: 2 },
    ])
  })

  test('gets the answer to a STOP that is their first message', async () => {
    const { person, lid, says, chats } = newPerson()
    await says('STOP', { addressing: 'lid' })
    await until('they are answered', () => number.heard(person).length === 1)
    const [chat, ...others] = await chats()
    expect(chat).toMatchObject({ number: person, lid, unread: 1 })
    expect(others).toEqual([])
    const entries = await db
      .selectFrom('outgoing')
      .select(['origin', 'chat_id'])
      .where('chat_id', '=', chat?.id ?? '')
      .execute()
    expect(entries).toEqual([{ origin: 'opt_out', chat_id: chat?.id }])
  })

  test('is the chat of their number when they hide it later', async () => {
    const { person, lid, hides, says, chats } = newPerson()
    await says('hello', { addressing: 'pn', alone: true })
    await until('it is there', async () => (await chats()).length > 0)
    hides(true)
    await says('hello again')
    await until('it has both', async () => (await chats()).some(({ unread }) => unread === 2))
    expect(await chats()).toMatchObject([{ number: person, lid }])
  })

  test('is merged with the chat of their number once both are known to be one person', async () => {
    const { person, lid, hides, says, chats } = newPerson()
    hides(true)
    await says('hello from nobody')
    await until('the identity has a chat', async () => (await chats()).length === 1)
    hides(false)
    await says('hello', { addressing: 'pn', alone: true })
    await until('the number has a chat', async () => (await chats()).length === 2)
    expect(await chats()).toMatchObject([
      { number: null, lid },
      { number: person, lid: null },
    ])
    await says('it was me', { addressing: 'lid' })
    await until('they are one', async () => (await chats()).length === 1)
    const [chat] = await chats()
    expect(chat).toMatchObject({ number: person, lid, unread: 3 })
    const messages = await db
      .selectFrom('inbox')
      .select('text')
      .where('chat_id', '=', chat?.id ?? '')
      .orderBy('received_at')
      .execute()
    expect(messages.map(({ text }) => text)).toEqual(['hello from nobody', 'hello', 'it was me'])
  })
})
