import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { io } from 'socket.io-client'

const SERVER = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))

/** Starts a server on a network that runs in this process. */
export async function startServerOn(to: SandboxNetwork, dataDir: string) {
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LINK_LIMIT: '100000',
      WHATSAPP_NETWORK: 'live',
      WHATSAPP_URL: to.url,
      WHATSAPP_ROOT_KEY: to.rootKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  const url = String(said).match(/http:\S+/)?.[0] ?? ''
  return { child, url: url.replace('localhost', '127.0.0.1') }
}

async function call<T = unknown>(
  url: string,
  method: string,
  path: string,
  as: string,
  body?: object | FormData,
): Promise<T> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

/** Registers a user and links a number with an active chatbot. */
export async function linkNumber(
  url: string,
  on: SandboxNetwork,
  { prepare = (_phone: string): unknown => null } = {},
) {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'a long password' }
  await call(url, 'POST', '/users/register', '', { name: 'Bench', ...account })
  const session = await call<{ _id: string; token: string }>(
    url,
    'POST',
    '/users/login',
    '',
    account,
  )
  const socket = io(url, { auth: { token: session.token }, transports: ['websocket'] })
  const connected = new Promise<void>((done) => {
    socket.on('whatsapp_status', (status: string) => status === 'connected' && done())
  })
  socket.emit('whatsapp_connect_request', session._id)
  const qr = await new Promise<string>((done) => socket.once('whatsapp_qr', done))
  const { number } = on.createPhone({ owner: 'bench', name: 'Bench' })
  await prepare(number)
  await on.scan(qr, number)
  await connected
  socket.close()
  const [device] = await call<{ id: string }[]>(url, 'GET', '/whatsapp/devices', session.token)
  if (!device) throw new Error('No device was linked.')
  await call(url, 'PUT', `/ai-chatbot/devices/${device.id}/status`, session.token, {
    isEnabled: true,
  })
  return { token: session.token, deviceId: device.id, phone: number }
}

/**
 * Creates items with the given number of keywords each: `word7x3` is the fourth keyword of the
 * eighth item.
 */
export async function makeItems(
  url: string,
  { token, deviceId }: { token: string; deviceId: string },
  { items, keywords }: { items: number; keywords: number },
) {
  for (let item = 0; item < items; item++) {
    const form = new FormData()
    form.set('name', `Item ${item}`)
    form.set('keywords', Array.from({ length: keywords }, (_, k) => `word${item}x${k}`).join(', '))
    form.set('captionAi', `item ${item}`)
    await call(url, 'POST', `/ai-chatbot/${deviceId}/campaigns`, token, form)
  }
}
