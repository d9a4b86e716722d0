import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import type { Clock } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'

/** Runs the sandbox network in this process, with its state in the data directory. */
export function createSandboxHost(options: {
  dataDir: string
  publicUrl: string | null
  clock: Clock
  log: Log
}) {
  let network: SandboxNetwork | null = null
  const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>()
  const onStart: ((network: SandboxNetwork) => void)[] = []

  function running(): SandboxNetwork {
    if (!network) throw new Error('The sandbox network is not running.')
    return network
  }

  const part: Part = {
    name: 'sandbox network',
    async start() {
      const { startSandboxNetwork } = await import('@kirim/sandbox-network/network')
      network = await startSandboxNetwork({
        dataDir: join(options.dataDir, 'sandbox'),
        relyingParty: relyingPartyOf(options.publicUrl),
        onFault: (err) => options.log.warn({ err }, 'the sandbox network closed a connection'),
      })
      // Uploads and downloads use HTTPS here, too, with the sandbox's own certificate.
      setDefaultCACertificates([...getCACertificates('default'), network.caCertificate])
      for (const tell of onStart) tell(network)
      hasStarted()
    },
    async stop() {
      await network?.stop()
      network = null
    },
  }

  return {
    part,
    running,
    /** Resolves once it runs. */
    started: () => started,
    whenStarted: (tell: (network: SandboxNetwork) => void) => {
      onStart.push(tell)
    },
    async address() {
      await started
      return { url: running().url, rootKey: running().rootKey }
    },
  }
}

/** Passkeys of the sandbox answer to pages of Kirim itself; browsers have none for an address. */
function relyingPartyOf(publicUrl: string | null): string {
  const host = publicUrl ? new URL(publicUrl).hostname : ''
  return /[a-z]/.test(host) && !host.includes(':') ? host : 'localhost'
}

export type SandboxHost = ReturnType<typeof createSandboxHost>
