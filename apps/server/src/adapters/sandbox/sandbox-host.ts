import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

/**
 * Runs the sandbox network in this process, with its state in the data directory. It starts on
 * first use: with the driver it takes as much memory as the rest of the server.
 */
export function createSandboxHost(options: {
  dataDir: string
  publicUrl: string | null
  clock: Clock
  log: Log
  /** The network uses the driver, too, which is loaded without blocking requests. */
  loadDriver(): Promise<void>
}) {
  let network: SandboxNetwork | null = null
  let starting: Promise<SandboxNetwork> | null = null
  let stopped = false
  const onStart: ((network: SandboxNetwork) => void)[] = []

  function running(): SandboxNetwork {
    if (!network) throw new Error('The sandbox network is not running.')
    return network
  }

  async function start(): Promise<SandboxNetwork> {
    await options.loadDriver()
    const { startSandboxNetwork } = await import('@kirim/sandbox-network/network')
    if (stopped) throw new Error('The sandbox network has been stopped.')
    network = await startSandboxNetwork({
      dataDir: join(options.dataDir, 'sandbox'),
      relyingParty: relyingPartyOf(options.publicUrl),
      onFault: (err) => options.log.warn({ err }, 'the sandbox network closed a connection'),
    })
    // Uploads and downloads use HTTPS here, too, with the sandbox's own certificate.
    setDefaultCACertificates([...getCACertificates('default'), network.caCertificate])
    for (const tell of onStart) tell(network)
    return network
  }

  /** Resolves once it runs; the next call retries a failed start. */
  function started(): Promise<SandboxNetwork> {
    starting ??= start().catch((error: unknown) => {
      starting = null
      throw error
    })
    return starting
  }

  return {
    async stop() {
      stopped = true
      await starting?.catch(() => {})
      await network?.stop()
      network = null
    },
    running,
    started,
    whenStarted: (tell: (network: SandboxNetwork) => void) => {
      onStart.push(tell)
    },
    async address() {
      const { url, rootKey } = await started()
      return { url, rootKey }
    },
  }
}

/** Passkeys of the sandbox answer to pages of Kirim itself; browsers have none for an address. */
function relyingPartyOf(publicUrl: string | null): string {
  const host = publicUrl ? new URL(publicUrl).hostname : ''
  return /[a-z]/.test(host) && !host.includes(':') ? host : 'localhost'
}

export type SandboxHost = ReturnType<typeof createSandboxHost>
