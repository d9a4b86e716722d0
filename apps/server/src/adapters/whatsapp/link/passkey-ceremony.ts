import type { PasskeyAnswer, PasskeyOptions, PasskeyRefusal } from '@kirim/contract/passkey'
import { type AuthenticationCreds, type BinaryNode, S_WHATSAPP_NET, type WASocket } from 'baileys'
import { type Close, closeOf } from '../../../features/devices/closes.ports.ts'
import type { PasskeyNews } from '../../../features/devices/devices.ports.ts'
import type { Clock } from '../../../platform/clock.ts'
import { refusalCode } from '../connection/refusals.ts'
import {
  bytesIn,
  type Companion,
  codeOf,
  createCompanion,
  freshSecret,
  handoffKey,
  optionsIn,
  primaryIn,
  prologueOf,
  sealedRequest,
} from './passkey-stanzas.ts'

interface CeremonyDeps {
  readonly socket: Pick<WASocket, 'ws' | 'query'>
  readonly creds: AuthenticationCreds
  readonly clock: Clock
  onNews(news: PasskeyNews): void
  /** The step has failed. */
  onEnded(close: Close): void
}

/** Bounds for the time that the network allows, usually ten minutes. */
const SHORTEST_MS = 30_000
const LONGEST_MS = 15 * 60_000
const UNSAID_MS = 10 * 60_000
/** After this the network no longer accepts the proof that the passkey belongs to the scan. */
const PROOF_MS = 5 * 60_000
const COMPARE_MS = 5 * 60_000
const LINKED_WITHIN_MS = 60_000
const ANSWERS_MAX = 3

/**
 * The passkey step that some accounts require between the scan and the link: the driver
 * acknowledges the request and waits forever. Terms follow whatsmeow's `pair-passkey`.
 */
export function watchPasskey({ socket, creds, clock, onNews, onEnded }: CeremonyDeps) {
  let isOn = false
  let refusals = 0
  let isAnswering = false
  let isSealed = false
  let isOver = false
  let proof: { key: Buffer; until: number } | null = null
  let sentPrologue: { companion: Companion; isProven: boolean } | null = null
  let seal: (() => Promise<void>) | null = null
  let cancelTimer = () => {}

  function endWithin(ms: number, close: Close): void {
    cancelTimer()
    cancelTimer = clock.after(ms, () => end(close))
  }

  function end(close: Close): void {
    if (isOver) return
    stop()
    onEnded(close)
  }

  function stop(): void {
    isOver = true
    cancelTimer()
  }

  async function ask(type: 'get' | 'set', content: BinaryNode): Promise<BinaryNode> {
    const answer: BinaryNode | undefined = await socket.query({
      tag: 'iq',
      attrs: { to: S_WHATSAPP_NET, type, xmlns: 'md' },
      content: [content],
    })
    if (!answer) throw new NoAnswer('The network did not answer.')
    return answer
  }

  /** Ignores a lost connection, which ends the attempt anyway. */
  async function unlessRefused(
    step: () => Promise<void>,
    onRefused: (code: number | null) => unknown,
  ): Promise<void> {
    try {
      await step()
    } catch (error) {
      const code = refusalCode(error)
      const isSaid = code !== null || error instanceof NoAnswer
      if (isSaid && !isOver) await onRefused(code)
    }
  }

  const endRefused = (code: number | null): void => end(closeOf('passkey_refused', { code }))

  const fetchOptions = async () =>
    optionsIn(await ask('get', { tag: 'passkey_request_options', attrs: {} }))

  function show(options: PasskeyOptions | null, refusal: PasskeyRefusal | null): void {
    if (isOver) return
    if (!options) {
      endRefused(refusal?.code ?? null)
      return
    }
    isOn = true
    isAnswering = false
    sentPrologue = null
    const requestedMs = options.timeout || UNSAID_MS
    const expiresInMs = Math.min(Math.max(requestedMs, SHORTEST_MS), LONGEST_MS)
    endWithin(expiresInMs, closeOf('passkey_late'))
    onNews({ kind: 'asked', options, expiresInMs, refused: refusal })
  }

  async function sendPrologue(answer: PasskeyAnswer): Promise<void> {
    const ref = bytesIn(await ask('get', { tag: 'ref', attrs: {} }), 'ref')?.toString()
    if (!ref) throw new NoAnswer('The network named no ref.')
    const companion = createCompanion(ref)
    const key = proof && clock.now() < proof.until ? proof.key : null
    const prologue = prologueOf(companion, key)
    // The continuation may arrive before the answer.
    sentPrologue = { companion, isProven: key !== null }
    await ask('set', {
      tag: 'passkey_prologue',
      attrs: {},
      content: [
        part('credential_id', Buffer.from(answer.rawId, 'base64url')),
        part('webauthn_assertion', Buffer.from(JSON.stringify(assertionOf(answer)))),
        part('prologue_payload', prologue.payload),
        ...(prologue.proof ? [part('pairing_handoff_proof', prologue.proof)] : []),
      ],
    })
  }

  async function afterRefusal(code: number | null): Promise<void> {
    refusals += 1
    if (refusals === ANSWERS_MAX) return endRefused(code)
    await unlessRefused(async () => show(await fetchOptions(), { code }), endRefused)
  }

  async function carryOn(node: BinaryNode): Promise<void> {
    const primary = primaryIn(node)
    if (!sentPrologue || seal) return
    if (!primary) return endRefused(null)
    const { companion, isProven } = sentPrologue
    seal = async () => {
      isSealed = true
      endWithin(LINKED_WITHIN_MS, closeOf('connection_lost'))
      creds.advSecretKey = freshSecret()
      const request = sealedRequest(companion, primary, creds)
      await ask('set', part('encrypted_pairing_request', request))
    }
    await ask('set', part('companion_nonce', companion.nonce))
    if (isOver) return
    if (isProven) return seal()
    endWithin(COMPARE_MS, closeOf('passkey_late'))
    onNews({ kind: 'compare', code: codeOf(companion, primary), expiresInMs: COMPARE_MS })
  }

  const endUnsealed = (code: number | null) => {
    isSealed = false
    endRefused(code)
  }

  socket.ws.on('CB:notification,type:passkey_prologue_request', (node: BinaryNode) => {
    if (isOver || seal || !isOfServer(node)) return
    proof = { key: handoffKey(creds), until: clock.now() + PROOF_MS }
    const options = optionsIn(node)
    if (options) show(options, null)
    else void unlessRefused(async () => show(await fetchOptions(), null), endRefused)
  })
  socket.ws.on('CB:notification,type:crsc_continuation', (node: BinaryNode) => {
    if (!isOver && isOfServer(node)) void unlessRefused(() => carryOn(node), endUnsealed)
  })

  return {
    isOn: (): boolean => isOn,
    /** Whether the phone may already list this device. */
    isSealed: (): boolean => isSealed,
    answer(answer: PasskeyAnswer): void {
      if (isOver || isAnswering || !isOn) return
      isAnswering = true
      void unlessRefused(() => sendPrologue(answer), afterRefusal)
    },
    /** The phone shows the same code. */
    confirm(): void {
      const confirmed = seal
      if (!isOver && !isSealed && confirmed) void unlessRefused(confirmed, endUnsealed)
    },
    stop,
  }
}

class NoAnswer extends Error {
  override name = 'Unanswered'
}

const part = (tag: string, content: Buffer): BinaryNode => ({ tag, attrs: {}, content })

const isOfServer = ({ attrs }: BinaryNode): boolean =>
  attrs.from?.replace(/^@/, '') === S_WHATSAPP_NET.slice(1)

/** Drops fields that browsers add. */
function assertionOf({ id, rawId, type, response }: PasskeyAnswer) {
  return { id, rawId, type, response: { ...response, userHandle: response.userHandle ?? null } }
}
