import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jidNormalizedUser, WAMessageStatus } from 'baileys'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { startSandboxNetwork } from './network.ts'
import { connectClient, type TestClient } from './testing/client.ts'
import { silenceLibsignal } from './testing/quiet.ts'
import { WAIT_TIMEOUT_MS } from './testing/timeouts.ts'

silenceLibsignal()
const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-crash-'))
const PHONE = '60111000111'
const CONTACT = '60123456789'
const children: ChildProcess[] = []
const clients: TestClient[] = []

interface Address {
  url: string
  rootKey: string
}

async function run(port = 0): Promise<{ child: ChildProcess; address: Address }> {
  const child = fork(
    new URL('./testing/run-network.ts', import.meta.url),
    [dataDir, String(port)],
    {
      env: { ...process.env, PHONE },
      execArgv: [],
    },
  )
  children.push(child)
  return { child, address: await next<Address>(child) }
}

async function next<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(WAIT_TIMEOUT_MS) })
  return message
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const connect = (address: Address, auth?: TestClient['auth']): TestClient => {
  const client = connectClient(address, auth)
  clients.push(client)
  return client
}

afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await Promise.all(children.map(kill))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('keeps everything it has acknowledged when it is killed, and restarts on the same port', async () => {
  const first = await run()
  const linking = connect(first.address)
  first.child.send({ qr: await linking.qr() })
  expect(await next(first.child)).toEqual({ scanned: true })
  await linking.closed()
  const client = connect(first.address, linking.auth)
  await client.opened()
  const to = `${CONTACT}@s.whatsapp.net`
  const ids = ['3EB0DDDD0001', '3EB0DDDD0002', '3EB0DDDD0003']
  for (const messageId of ids)
    await client.socket.sendMessage(to, { text: messageId }, { messageId })
  await acknowledged(client, ids[2])
  await kill(first.child)
  expect(await client.closed()).toBe(428)

  const second = await run(Number(new URL(first.address.url).port))
  expect(second.address).toEqual(first.address)
  const again = connect(second.address, client.auth)
  await again.opened()
  await again.socket.sendMessage(to, { text: 'sent again' }, { messageId: '3EB0DDDD0003' })
  await acknowledged(again, ids[2])
  await again.until((event) =>
    event['messages.update']?.find(({ update }) => update.status === WAMessageStatus.READ),
  )
  second.child.send({ chat: CONTACT })
  const { messages } = await next<{ messages: object[] }>(second.child)
  expect(messages).toMatchObject([
    { text: ids[0], copies: 1 },
    { text: ids[1], copies: 1 },
    { text: ids[2], copies: 2 },
  ])
})

it('keeps a group and its keys when it is killed', async () => {
  const first = await run()
  const linking = connect(first.address)
  first.child.send({ qr: await linking.qr() })
  await next(first.child)
  await linking.closed()
  const client = connect(first.address, linking.auth)
  await client.opened()
  first.child.send({ members: [CONTACT, '60123456788'] })
  const { group } = await next<{ group: string }>(first.child)
  await client.socket.sendMessage(group, { text: 'one' }, { messageId: '3EB0DDDD0011' })
  await allRead(client, '3EB0DDDD0011')
  await client.socket.sendMessage(group, { text: 'two' }, { messageId: '3EB0DDDD0012' })
  await kill(first.child)
  await client.closed()

  const second = await run(Number(new URL(first.address.url).port))
  const again = connect(second.address, client.auth)
  await again.opened()
  // The second message may or may not have arrived before the kill; sending it again with its id is
  // harmless.
  for (const [text, messageId] of [
    ['two', '3EB0DDDD0012'],
    ['three', '3EB0DDDD0013'],
  ] as const) {
    await again.socket.sendMessage(group, { text }, { messageId })
    await allRead(again, messageId)
  }
  second.child.send({ chat: group })
  const { messages } = await next<{ messages: { text: string }[] }>(second.child)
  expect(messages.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
})

it('refuses a folder that another process uses, until that one is gone', async () => {
  const { child } = await run()
  await expect(startSandboxNetwork({ dataDir })).rejects.toMatchObject({ code: 'data_dir_in_use' })
  await kill(child)
  const network = await startSandboxNetwork({ dataDir })
  expect(network.listPhones('o')).toMatchObject([{ number: PHONE, linked: 2 }])
  await network.stop()
})

/** Waits until both members of the group have read it. */
const allRead = (client: TestClient, id: string) =>
  vi.waitFor(() => {
    const ownPhone = jidNormalizedUser(client.auth.creds.me?.lid)
    const readers = client.past
      .flatMap((event) => event['message-receipt.update'] ?? [])
      .filter(({ key, receipt }) => key.id === id && receipt.readTimestamp)
      .filter(({ receipt }) => receipt.userJid !== ownPhone)
    expect(new Set(readers.map(({ receipt }) => receipt.userJid)).size).toBe(2)
  }, WAIT_TIMEOUT_MS)

const acknowledged = (client: TestClient, id: string | undefined) =>
  client.until((event) => {
    const own = event['messages.upsert']?.messages.find(({ key }) => key.id === id)?.status
    const update = event['messages.update']?.find(({ key }) => key.id === id)?.update.status
    return [own, update].find((status) => status != null && status >= WAMessageStatus.SERVER_ACK)
  })
