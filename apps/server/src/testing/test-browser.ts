import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import { onThisMachine } from '@kirim/testing/test-run'
import { io, type Socket } from 'socket.io-client'
import type { TestApp } from './test-app.ts'

/** A browser's live connection. Waits for events, and fails after a minute (more on
 * a slow machine). */
export interface TestBrowser {
  readonly socket: Socket
  /** The next event of this name whose first argument passes `test`. */
  next<T = unknown>(event: string, test?: (value: T) => boolean): Promise<T>
  close(): void
}

/** A server that numbers are linked to; one whose clock is fast says how that is slowed down. */
export type Linkable = Pick<TestApp, 'url' | 'call'> & Partial<Pick<TestApp, 'inRealTime'>>

const TIMEOUT_MS = onThisMachine(60_000)

/** Of a page in the workspace given, or else in the person's usual one. */
export async function openBrowser(
  url: string,
  session: Session,
  workspace?: string,
): Promise<TestBrowser> {
  const socket = io(url, {
    auth: { token: session.token, ...(workspace !== undefined && { workspace }) },
    query: { workspaceId: session._id },
    transports: ['websocket'],
    reconnection: false,
  })
  const browser: TestBrowser = {
    socket,
    next: <T>(event: string, test: (value: T) => boolean = () => true) =>
      new Promise<T>((resolve, reject) => {
        const timer = setTimeout(() => {
          socket.off(event, look)
          reject(new Error(`No ${event} came within ${TIMEOUT_MS} ms`))
        }, TIMEOUT_MS)
        const look = (value: unknown) => {
          if (!test(value as T)) return
          clearTimeout(timer)
          socket.off(event, look)
          resolve(value as T)
        }
        socket.on(event, look)
      }),
    close: () => socket.close(),
  }
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return browser
}

/** Links a number of the server's own sandbox network: the given one, or a new one. */
export function linkDevice(app: TestApp, session: Session, phoneNumber?: string): Promise<Device> {
  return linkBy(app, session, async () => {
    const body = phoneNumber ? { phoneNumber } : {}
    const scan = await app.call('POST', '/sandbox/scan', { token: session.token, body })
    if (scan.status !== 200) throw new Error(`The scan was refused: ${JSON.stringify(scan.body)}`)
    return (scan.body as { phoneNumber: string }).phoneNumber
  })
}

/**
 * Links a number the way a person does: ask for a code, scan it. Answers the device once it is
 * connected.
 * @param scan shows the code to a phone, and answers the phone's number
 */
export async function linkBy(
  { url, call, inRealTime = (work) => work() }: Linkable,
  session: Session,
  scan: (code: string) => Promise<string>,
): Promise<Device> {
  const browser = await openBrowser(url, session)
  // A code has a minute, and a network that does not answer less.
  const scanned = await inRealTime(async () => {
    const code = browser.next<string>('whatsapp_qr')
    browser.socket.emit('whatsapp_connect_request', session._id)
    const shown = await code
    const connected = browser.next('whatsapp_status', (status) => status === 'connected')
    return (await Promise.all([scan(shown), connected]))[0]
  })
  browser.close()
  const { body } = await call('GET', '/whatsapp/devices', { token: session.token })
  const device = (body as Device[]).find(({ number }) => number === scanned)
  if (!device) throw new Error('The linked device is not listed.')
  return device
}

/** Creates a contact group with these people; numbers as the user would type them. */
export async function makeGroup(
  app: Pick<TestApp, 'call'>,
  session: Session,
  groupName: string,
  people: readonly { name: string; phoneNumber: string }[],
): Promise<string> {
  const { token } = session
  const group = await app.call('POST', '/contact-groups', { token, body: { groupName } })
  const groupId = (group.body as { _id: string })._id
  for (const person of people) {
    await app.call('POST', '/contacts', { token, body: { ...person, groupId } })
  }
  return groupId
}

/** The bulk form as the web app sends it; a list becomes repeated fields. */
export function campaignForm(fields: Record<string, string | string[] | Blob>): FormData {
  const form = new FormData()
  const defaults = {
    campaignType: 'bulk',
    scheduledAt: '',
    minIntervalSeconds: '4',
    maxIntervalSeconds: '4',
  }
  for (const [name, value] of Object.entries({ ...defaults, ...fields })) {
    if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, one)
    else form.set(name, value)
  }
  return form
}

/** The AI form as the web app sends it. */
export function chatbotForm(fields: Record<string, string | Blob> = {}): FormData {
  const form = new FormData()
  const defaults = { campaignType: 'ai_chatbot', name: 'Item', captionAi: 'Hello' }
  for (const [name, value] of Object.entries({ ...defaults, ...fields })) form.set(name, value)
  return form
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The smallest picture, as a browser sends it. */
export function pngFile(name: string): File {
  return new File([PNG], name, { type: 'image/png' })
}
