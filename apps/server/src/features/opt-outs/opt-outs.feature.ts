import { OPT_OUT_CHANGES_MAX } from '@kirim/contract/opt-outs'
import type { PersonRefusal } from '@kirim/contract/outgoing'
import type { Sight } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Route } from '../../platform/http/routes.ts'
import { type CurrentIdentity, carryOptOut } from './carry-opt-out.ts'
import { type ByHand, changeByHand } from './change-by-hand.ts'
import { createPersonCheck } from './check-person.ts'
import { type HearDeps, hearMessage, personOf } from './hear-message.ts'
import { createMemberAnswers } from './member-answers.ts'
import { createOptOutSettingsRepository } from './opt-out-settings.repository.ts'
import type {
  AnswerOf,
  AnswerOutgoing,
  Identities,
  Person,
  PersonWrittenTo,
  ReceivedMessage,
  SenderOf,
} from './opt-outs.ports.ts'
import { createOptOutsRepository, isLeftAlone, isOut, rowsOf } from './opt-outs.repository.ts'
import { type OptOutRoutesDeps, optOutsRoutes } from './opt-outs.routes.ts'
import { presentChanges } from './present-opt-out.ts'
import { createWholeOf } from './whole-person.ts'

/** A later confirmation would only remind people of messages they did not want. */
const TOO_LATE_MS = 24 * 60 * 60_000

interface OptOutsDeps
  extends Omit<OptOutRoutesDeps, 'optOuts' | 'settings' | 'wholeOf'>,
    Pick<HearDeps, 'clock'> {
  readonly outgoing: AnswerOutgoing
  readonly senderOf: SenderOf
  readonly identities: Identities
  readonly answerOf: AnswerOf
  /** Whether nobody of the workspace answers people who opted out. */
  areAnswersForbidden(workspaceId: string, tx: Db): Promise<boolean>
}

/** Opt-outs, by message or by hand; every send is checked against them. */
export function createOptOuts(deps: OptOutsDeps) {
  const { db, realtime } = deps
  const optOuts = createOptOutsRepository(db)
  const settings = createOptOutSettingsRepository(db)
  const wholeOf = createWholeOf(deps.identities)
  const check = createPersonCheck({
    ...deps,
    onJoined: (workspaceId) => realtime.toWorkspace(workspaceId, 'opt_outs_changed'),
  })
  const answers = createMemberAnswers({ check, settings, areForbidden: deps.areAnswersForbidden })
  const confirmations = deps.outgoing.sendPending({
    origin: 'opt_out',
    name: 'answers to opt-outs',
    tooLateMs: TOO_LATE_MS,
  })

  /** Whether somebody has opted out, and their changes, newest first. */
  async function consentOf(sight: Sight, names: Pick<Person, 'phoneNumber' | 'lid'>) {
    const rows = await rowsOf(db, { workspaceId: sight.workspaceId, ...names })
    const changes = await Promise.all(rows.map(({ id }) => optOuts.changes(id)))
    const newest = changes.flat().sort((a, b) => b.at - a.at)
    return {
      isOptedOut: rows.some(isLeftAlone),
      changes: await presentChanges(deps, sight, newest.slice(0, OPT_OUT_CHANGES_MAX)),
    }
  }

  return {
    part: confirmations.part,
    routes: (route: Route) => optOutsRoutes(route, { ...deps, optOuts, settings, wholeOf }),
    /**
     * What a message changes, to be written in the transaction that stores it; null for nothing.
     */
    async hear(workspaceId: string, message: ReceivedMessage) {
      const write = await hearMessage({ ...deps, settings, wholeOf }, workspaceId, message)
      if (!write) return null
      return {
        write,
        async written(): Promise<void> {
          realtime.toWorkspace(workspaceId, 'opt_outs_changed')
          confirmations.wake(message.deviceId)
          // Once the word is acknowledged, nothing more is sent to this person.
          await deps.outgoing.leavingOver(workspaceId)
        },
      }
    },
    /** Whether the sender of a message has opted out; false in groups. */
    isLeftAlone: async (
      message: Omit<ReceivedMessage, 'fromMe'> & { readonly workspaceId: string },
    ) =>
      message.chat === 'individual' &&
      (await isOut(db, await wholeOf(personOf(message.workspaceId, message)))),
    /**
     * Checked before a message is sent. Groups and confirmations of an opt-out are always allowed,
     * and what a person of the team answers to a question.
     */
    async mayBeWrittenTo(
      message: {
        readonly origin: string
        readonly originId: string
        readonly workspaceId: string
        readonly person: PersonWrittenTo | null
      },
      tx: Db,
    ): Promise<PersonRefusal | null> {
      const { origin, person } = message
      if (origin === 'opt_out' || person === null) return null
      if (origin !== 'member') return check.refusalOf(person, tx)
      const { kind } = await answers.standing(person, () => deps.answerOf(message, tx), tx)
      return kind === 'free' || kind === 'asked' ? null : 'opted_out'
    },
    answers,
    /** Epoch ms; null for a person who has not opted out. */
    leftAloneSince: async (person: Person, tx: Db): Promise<number | null> =>
      (await rowsOf(tx, person)).find(({ standing }) => standing !== 'back')?.since ?? null,
    outAmong: optOuts.outAmong,
    outSinceAmong: optOuts.outSinceAmong,
    /** The opt-out changes of a number, newest first. */
    changesOf: async (sight: Sight, phoneNumber: string) =>
      (await consentOf(sight, { phoneNumber, lid: null })).changes,
    consentOf,
    /** Changes several people by hand. Returns the numbers it changed. */
    async changeByHand(
      workspaceId: string,
      people: Parameters<typeof changeByHand>[2],
      change: ByHand,
    ): Promise<ReadonlySet<string>> {
      try {
        return await changeByHand(deps, workspaceId, people, change)
      } finally {
        realtime.toWorkspace(workspaceId, 'opt_outs_changed')
        if (change.change === 'out') await deps.outgoing.leavingOver(workspaceId)
      }
    },
    /** Called in the transaction that changes a contact's number. */
    carry: (tx: Db, now: CurrentIdentity, before: string) =>
      carryOptOut(deps.clock, tx, now, before),
    lidsOutAmong: optOuts.lidsOutAmong,
    /** Confirmations as an origin of messages; nothing follows their receipts. */
    origin: {
      sendsTextWithoutMedia: true,
      outlastsOutages: true,
      waitsForNewChats: false,
      personOf: deps.senderOf,
      onMoves: async () => {},
    },
    deviceConnected: confirmations.connected,
    deviceDisconnected: confirmations.disconnected,
    deviceRemoved: confirmations.deviceRemoved,
    lineByDefault: async (workspaceId: string) => (await settings.load(workspaceId)).lineByDefault,
  }
}
