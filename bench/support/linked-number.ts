import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { io } from 'socket.io-client'
import { type BenchServer, newUser } from './bench-server.ts'

/** Registers a user and links a number with an active chatbot. */
export async function linkNumber({ url, call }: BenchServer, network: SandboxNetwork) {
  const { id: workspaceId, token } = await newUser({ call })
  const socket = io(url, { auth: { token }, transports: ['websocket'] })
  const connected = new Promise<void>((done) => {
    socket.on('whatsapp_status', (status: string) => status === 'connected' && done())
  })
  socket.emit('whatsapp_connect_request', workspaceId)
  const qr = await new Promise<string>((done) => socket.once('whatsapp_qr', done))
  const { number: phone } = network.createPhone({ owner: 'bench', name: 'Bench' })
  await network.scan(qr, phone)
  await connected
  socket.close()
  const [device] = await call<{ id: string }[]>('GET', '/whatsapp/devices', token)
  if (!device) throw new Error('No device was linked.')
  await call('PUT', `/ai-chatbot/devices/${device.id}/status`, token, { isEnabled: true })
  return { token, workspaceId, deviceId: device.id, phone }
}

/**
 * Creates items with the given number of keywords each: `word7x3` is the fourth keyword of the
 * eighth item.
 */
export async function makeItems(
  { call }: BenchServer,
  { token, deviceId }: { token: string; deviceId: string },
  { items, keywords }: { items: number; keywords: number },
) {
  for (let item = 0; item < items; item++) {
    const form = new FormData()
    form.set('name', `Item ${item}`)
    form.set('keywords', Array.from({ length: keywords }, (_, k) => `word${item}x${k}`).join(', '))
    form.set('captionAi', `item ${item}`)
    await call('POST', `/ai-chatbot/${deviceId}/campaigns`, token, form)
  }
}
