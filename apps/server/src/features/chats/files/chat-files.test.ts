import { createHash } from 'node:crypto'
import type { ChatEntry } from '@kirim/contract/chat-entries'
import { until } from '@kirim/testing/until'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { joinWorkspace } from '../../../testing/join-workspace.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { pdf, voiceNote } from '../../../testing/media-files.ts'

/** Noisy, so that a small one takes less. */
const picture = (side: number) =>
  sharp({
    create: {
      ...{ width: side, height: side, channels: 3, background: '#888888' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer()

const FARAH = '60131000001'

describe.each(journeyEngines)('files that people send, on %s', (engine) => {
  let number: LinkedNumber
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
  })
  afterAll(() => number.stop())

  const get = (path: string, token = number.session.token) =>
    fetch(`${number.app.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })

  const send = (
    ...content: Parameters<LinkedNumber['network']['sendAsContact']> extends [
      string,
      string,
      ...infer Rest,
    ]
      ? Rest
      : never
  ) => number.network.sendAsContact(number.device.number, FARAH, ...content)

  async function chatId(): Promise<string> {
    return until('the chat is there', async () => {
      const { body } = await number.app.call('GET', '/chats?view=all', {
        token: number.session.token,
      })
      return (body as { chats: { id: string }[] }).chats[0]?.id
    })
  }

  /** The entry of a message, once its file is no longer being fetched. */
  async function entryOf(id: string): Promise<ChatEntry> {
    const chat = await chatId()
    return until('the file has come or not', async () => {
      const { body } = await number.app.call('GET', `/chats/${chat}/entries`, {
        token: number.session.token,
      })
      const entry = (body as { entries: ChatEntry[] }).entries.find((one) => one.id === id)
      return entry?.file && entry.file.state !== 'asked' ? entry : null
    })
  }

  test('a picture is fetched when it comes, and shown to those who see the chat', async () => {
    const file = await picture(900)
    const { id } = await send({ file, as: 'image', mime: 'image/jpeg', caption: 'ini' })
    const entry = await entryOf(id)
    expect(entry).toMatchObject({
      kind: 'image',
      text: 'ini',
      file: { state: 'here', fileType: 'image/jpeg', fileSize: file.length },
    })
    const path = entry.file?.path ?? ''
    const answer = await get(path)
    expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^inline;/),
    })
    const small = await get(path.replace(/file$/, 'thumbnail'))
    const bytes = Buffer.from(await small.arrayBuffer())
    expect([small.headers.get('content-type'), bytes.length < file.length]).toEqual([
      'image/jpeg',
      true,
    ])
    const other = await number.app.newUser('Mei')
    expect((await get(path, other.token)).status).toBe(404)
    const db = number.app.openDatabase()
    const workspaceId = number.session._id
    const access = { role: 'agent', sees: 'numbers' } as const
    const call = await joinWorkspace(number.app, db, workspaceId, other, access)
    expect((await call('GET', path)).status).toBe(404)
    await db.destroy()
  })

  test.each([
    ['a voice note', { as: 'audio', file: voiceNote(), isVoice: true, seconds: 3 }, 'audio/ogg'],
    ['a document', { as: 'document', file: pdf(), fileName: 'Resit.pdf' }, 'application/pdf'],
  ] as const)('%s says what it is', async (_what, content, mime) => {
    const { id } = await send({ ...content, mime, waveform: Buffer.of(0, 50, 120) })
    const { file } = await entryOf(id)
    expect(file).toMatchObject({
      state: 'here',
      fileType: expect.stringContaining(mime),
      fileName: 'fileName' in content ? content.fileName : '',
      isVoice: 'isVoice' in content,
      waveform: 'isVoice' in content ? [0, 50, 100] : [],
    })
  })

  test('a document that might run in a browser is only saved', async () => {
    const file = Buffer.from('<!doctype html><script>alert(1)</script>')
    const { id } = await send({ file, as: 'document', mime: 'text/html', fileName: 'x.html' })
    const answer = await get((await entryOf(id)).file?.path ?? '')
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''x.html")
  })

  test('a file that is not what its message says is refused', async () => {
    const { id } = await send({ file: pdf(), as: 'image', mime: 'image/jpeg' })
    expect((await entryOf(id)).file).toMatchObject({ state: 'refused', path: null })
  })

  test('a large file waits for a click', async () => {
    const file = Buffer.concat([pdf(), Buffer.alloc(16 * 1024 * 1024)])
    const { id } = await send({ file, as: 'document', mime: 'application/pdf', fileName: 'a.pdf' })
    expect((await entryOf(id)).file?.state).toBe('away')
    const path = `/chats/${await chatId()}/entries/${id}/file`
    expect((await get(path)).status).toBe(404)
    const { token } = number.session
    const clicked = await number.app.call('POST', path, { token })
    expect(clicked).toMatchObject({ status: 200, body: { state: 'asked' } })
    expect((await entryOf(id)).file).toMatchObject({ state: 'here', fileSize: file.length })
    const hash = createHash('sha256')
    for await (const part of (await get(path)).body ?? []) hash.update(part)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(file).digest('hex'))
  })

  test('what is seen once has no file', async () => {
    const file = await picture(100)
    const { id } = await send({ file, as: 'image', mime: 'image/jpeg', isViewOnce: true })
    const chat = await chatId()
    const entry = await until('it is in the chat', async () => {
      const { body } = await number.app.call('GET', `/chats/${chat}/entries`, {
        token: number.session.token,
      })
      return (body as { entries: ChatEntry[] }).entries.find((one) => one.id === id)
    })
    expect(entry).toMatchObject({
      file: null,
      content: { type: 'view_once', of: 'image' },
    })
  })
})
