import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpLine {
  readonly port: number
  /** Drops everything in both directions without closing anything: neither end notices. */
  fallSilent(): void
  /** Lets new connections work; existing ones stay silent. */
  serveNew(): void
  close(): Promise<void>
}

/** A line to a port of this machine, which can fail as networks do. */
export async function openTcpLine(targetPort: number): Promise<TcpLine> {
  const open = new Set<Socket>()
  let isSilent = false

  function keep(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  }

  const server = createServer({ pauseOnConnect: true }, (near) => {
    keep(near)
    if (isSilent) return
    const far = connect(targetPort, '127.0.0.1')
    keep(far)
    near.pipe(far)
    far.pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  return {
    port: address && typeof address === 'object' ? address.port : 0,
    fallSilent() {
      isSilent = true
      for (const socket of open) socket.unpipe().pause().removeAllListeners('close')
    },
    serveNew() {
      isSilent = false
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
