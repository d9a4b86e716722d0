import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { newMessageId } from '../../platform/ids.ts'
import { isSplit, joinRows } from './join-rows.ts'
import { answerFor, type OptOutSettingsRepository } from './opt-out-settings.repository.ts'
import { commandIn } from './opt-out-words.ts'
import type {
  AnswerOutgoing,
  OptOutNames,
  Person,
  PlannedAnswer,
  ReceivedMessage,
} from './opt-outs.ports.ts'
import { isOut, rowsOf } from './opt-outs.repository.ts'
import { lockOptOuts, recordChange } from './record-change.ts'
import type { WholeOf } from './whole-person.ts'

/**
 * Writes what a message changes, in the transaction that stores the message. Returns `used` when
 * the message was handled and needs no answer.
 */
export type Writing = (tx: Db) => Promise<'used' | 'heard'>

export interface HearDeps {
  readonly db: Db
  readonly settings: Pick<OptOutSettingsRepository, 'load'>
  readonly outgoing: Pick<AnswerOutgoing, 'storeMessages'>
  readonly names: OptOutNames
  readonly clock: Clock
  readonly wholeOf: WholeOf
}

/**
 * Checks a message before it is stored; null when it changes nothing. Only messages from a person
 * in a one-to-one chat count, however late they arrive.
 */
export async function hearMessage(
  deps: HearDeps,
  workspaceId: string,
  message: ReceivedMessage,
): Promise<Writing | null> {
  if (message.fromMe || message.chat === 'group') return null
  const settings = await deps.settings.load(workspaceId)
  const command = commandIn(message.text, settings.words)
  if (command === null) return prepareMerge(deps, personOf(workspaceId, message))
  const person = await deps.wholeOf(personOf(workspaceId, message))
  if (command === 'back' && !(await isOut(deps.db, person))) return null
  const deviceName = (await deps.names.deviceName(message.deviceId)) ?? ''
  const campaignName =
    (person.phoneNumber && (await deps.names.lastCampaign(workspaceId, person.phoneNumber))) || ''
  return async (tx) => {
    const at = deps.clock.now()
    await lockOptOuts(tx, workspaceId, at)
    const changed = await recordChange(tx, person, {
      change: command,
      how: 'message',
      at,
      name: message.senderName,
      username: message.username ?? '',
      deviceName,
      messageId: message.messageId,
      word: message.text.trim(),
      campaignName: command === 'out' ? campaignName : '',
    })
    if (command === 'back') return 'heard'
    if (changed && settings.answer) {
      await deps.outgoing.storeMessages(
        tx,
        [answerTo(workspaceId, message, answerFor(settings, message.text, person.phoneNumber))],
        {
          leaveAtOnce: false,
        },
      )
    }
    return 'used'
  }
}

/** Any message may reveal that two rows belong to one person. */
async function prepareMerge({ db, clock }: HearDeps, person: Person): Promise<Writing | null> {
  if (person.phoneNumber === null || person.lid === null) return null
  if (!isSplit(person, await rowsOf(db, person))) return null
  return async (tx) => {
    await lockOptOuts(tx, person.workspaceId, clock.now())
    await joinRows(tx, person)
    return 'heard'
  }
}

export function personOf(
  workspaceId: string,
  { senderNumber, chatLid }: Pick<ReceivedMessage, 'senderNumber' | 'chatLid'>,
): Person {
  return { workspaceId, phoneNumber: senderNumber, lid: chatLid }
}

function answerTo(workspaceId: string, message: ReceivedMessage, text: string): PlannedAnswer {
  return {
    deviceId: message.deviceId,
    workspaceId,
    origin: 'opt_out',
    originId: message.messageId,
    part: 0,
    messageId: newMessageId(),
    jid: message.chatJid,
    text,
    mediaId: null,
    presence: null,
    presenceSeconds: 0,
  }
}
