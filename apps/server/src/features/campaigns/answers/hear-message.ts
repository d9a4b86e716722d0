import type { Db } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import { type HearAnswerDeps, hearAnswer, type PossibleAnswer } from './hear-answer.ts'
import { type HeldWritersDeps, releaseHeldWriters } from './release-writers.ts'

interface HearDeps extends HearAnswerDeps, Omit<HeldWritersDeps, 'onFault'> {
  readonly log: Log
}

/** Returns how to record an inbound message for campaigns; null when it means nothing to them. */
export async function hearMessage(deps: HearDeps, workspaceId: string, message: PossibleAnswer) {
  const onFault = (deviceId: string, err: unknown) =>
    deps.log.error({ err, deviceId }, 'somebody held stays held')
  const answer = await hearAnswer(deps, workspaceId, message)
  const release = await releaseHeldWriters({ ...deps, onFault }, workspaceId, message)
  if (!answer && !release) return null
  return {
    async write(tx: Db): Promise<'heard'> {
      await answer?.write(tx)
      return 'heard'
    },
    written() {
      answer?.written()
      release?.()
    },
  }
}
