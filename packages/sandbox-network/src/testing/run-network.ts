/**
 * Runs a network in a separate process, for tests that kill it: `node run-network.ts <data folder>
 * [port]`. Prints its address as one line of JSON. Creates a phone with the number in `PHONE` on
 * first start.
 */
import { startSandboxNetwork } from '../network.ts'

const [dataDir = '', port = '0'] = process.argv.slice(2)
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}
const network = await startSandboxNetwork({ dataDir, port: Number(port) })
const number = process.env.PHONE ?? ''
if (number && !network.findPhone(number)) network.createPhone({ owner: 'o', name: 'Aina', number })
process.on('message', (request: { qr: string } | { members: string[] } | { chat: string }) => {
  if ('members' in request) {
    const { members } = request
    const group = network.createGroup({ owner: number, subject: 'Neighbours', members })
    process.send?.({ group: group.id })
  } else if ('qr' in request) {
    network.scan(request.qr, number).then(
      () => process.send?.({ scanned: true }),
      () => process.send?.({ scanned: false }),
    )
  } else {
    const messages = network.messages(number, request.chat)
    process.send?.({
      messages: messages.map(({ id, text, copies, status }) => ({ id, text, copies, status })),
    })
  }
})
process.send?.({ url: network.url, rootKey: network.rootKey })
