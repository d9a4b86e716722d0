import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import type { Bare } from './bare-client.ts'

const CLIENT = fileURLToPath(new URL('./bare-client.ts', import.meta.url))

/** A linked client of the driver alone, in a process of its own. */
export async function startBare(network: SandboxNetwork) {
  const child = fork(CLIENT)
  child.send({ url: network.url, rootKey: network.rootKey })
  const { qr = '' } = await news(child, ({ qr }) => qr !== undefined)
  const { number: phone } = network.createPhone({ owner: 'bare', name: 'Bare' })
  const opened = news(child, ({ open }) => open === true)
  await network.scan(qr, phone)
  await opened
  return {
    phone,
    async count(): Promise<{ receipts: number; cpuMs: number }> {
      const message = news(child, ({ receipts }) => receipts !== undefined)
      child.send('count')
      const { receipts = 0, cpuMs = 0 } = await message
      return { receipts, cpuMs }
    },
    stop(): void {
      child.kill('SIGKILL')
    },
  }
}

function news(child: ChildProcess, fits: (message: Bare) => boolean): Promise<Bare> {
  return new Promise((resolve) => {
    const listen = (message: Bare) => {
      if (!fits(message)) return
      child.off('message', listen)
      resolve(message)
    }
    child.on('message', listen)
  })
}
