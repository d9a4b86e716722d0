import { type DeviceManners, deviceManners, setDeviceManners } from '@kirim/contract/device-manners'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Route } from '../../platform/http/routes.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import type {
  AnsweredMessage,
  Caller,
  CallOffer,
  CallOutgoing,
  MannersNetwork,
} from './manners.ports.ts'
import { createMannersRepository } from './manners.repository.ts'
import { createRejectedCalls } from './rejected-calls.repository.ts'

/** A later text would confuse the caller. */
const TOO_LATE_MS = 10 * 60_000

interface MannersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly network: MannersNetwork
  readonly outgoing: CallOutgoing
  ownerOf(deviceId: string): Promise<string | null>
  /** The contact's number as the user wrote it. */
  asWritten(workspaceId: string, phoneNumber: string): Promise<string>
  onFault(deviceId: string, error: unknown): void
}

/** How a number behaves: shown as online and typing, read receipts, and calls. */
export function createManners(deps: MannersDeps) {
  const { network, clock } = deps
  const manners = createMannersRepository(deps.db)
  const calls = createRejectedCalls(deps.db, deps.outgoing)
  const lock = createKeyedLock()
  const texts = deps.outgoing.sendPending({
    origin: 'call',
    name: 'texts to callers',
    tooLateMs: TOO_LATE_MS,
  })

  async function storeText(call: CallOffer, { callText }: DeviceManners): Promise<void> {
    const workspaceId = callText && (await deps.ownerOf(call.deviceId))
    if (!workspaceId) return
    const { deviceId } = call
    await lock(deviceId, () => calls.writeText(call, workspaceId, callText, clock.now()))
  }

  return {
    part: texts.part,
    /** `requireDevice` throws `device_not_found`. */
    routes(
      route: Route,
      requireDevice: (workspaceId: string, deviceId: string) => Promise<unknown>,
    ) {
      route(deviceManners, async ({ caller, params }) => {
        await requireDevice(caller.workspaceId, params.id)
        return manners.of(params.id)
      })
      route(setDeviceManners, async ({ caller, params, body }) => {
        await requireDevice(caller.workspaceId, params.id)
        await manners.save(params.id, body)
        return body
      })
    },

    /** Whether people see anything of an answer before it arrives. */
    async areShown(deviceId: string): Promise<boolean> {
      const { marksRead, showsOnline } = await manners.of(deviceId)
      return marksRead || showsOnline
    },

    /**
     * Called before an answer is typed or sent; the returned function is called once it is sent.
     * Errors are logged, so that the answer is still sent.
     */
    async begin(message: AnsweredMessage): Promise<() => void> {
      const { marksRead, showsOnline } = await manners.of(message.deviceId)
      const end = showsOnline ? network.appear(message.deviceId) : () => {}
      if (marksRead) {
        await network.markRead(message).catch((error) => deps.onFault(message.deviceId, error))
      }
      return end
    },

    /**
     * Rejects a call of one person, and sends them the text. The text is stored first, so that it
     * is sent exactly once.
     */
    async handleCall(call: CallOffer): Promise<void> {
      if (call.isGroup || call.isOver) return
      const settings = await manners.of(call.deviceId)
      if (!settings.rejectsCalls) return
      await storeText(call, settings)
      await network.rejectCall(call).catch((error) => deps.onFault(call.deviceId, error))
      texts.wake(call.deviceId)
    },

    /** Texts to callers as an origin of messages. */
    origin: {
      sendsTextWithoutMedia: true,
      outlastsOutages: true,
      waitsForNewChats: false,
      async personOf(
        {
          workspaceId,
          deviceId,
          originId,
        }: { workspaceId: string; deviceId: string; originId: string },
        tx: Db,
      ): Promise<Caller | null> {
        const caller = await calls.callerOf(deviceId, originId, tx)
        if (!caller) return null
        const { number, lid } = caller
        const phoneNumber = number && (await deps.asWritten(workspaceId, number))
        return { workspaceId, phoneNumber, networkNumber: number, lid }
      },
      onMoves: async () => {},
    },
    deviceConnected: texts.connected,
    deviceDisconnected: texts.disconnected,
    deviceRemoved: texts.deviceRemoved,
  }
}

export type Manners = ReturnType<typeof createManners>
