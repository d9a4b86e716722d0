import type { ComposerBlock } from '@kirim/contract/chats'
import type { ErrorCode } from '@kirim/contract/errors'
import { mayDo } from '@kirim/contract/roles'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { ChatRow } from '../chats.ports.ts'
import { rulesOf } from '../rules/chat-rules.repository.ts'
import type {
  AnswerStanding,
  Asked,
  ChatNumbers,
  ChatPerson,
  MemberAnswers,
} from './write.ports.ts'

export interface MayWriteDeps {
  readonly db: Db
  readonly clock: Clock
  readonly answers: Pick<MemberAnswers, 'standing'>
  readonly numbers: ChatNumbers
  /** The newest message of the person of a chat, for a message written at `before`. */
  askedIn(tx: Db, chatId: string, before: number, except?: string): Promise<Asked | null>
  /** Whether nothing was ever sent or received in a chat. */
  isNew(tx: Db, chatId: string): Promise<boolean>
  asWritten(workspaceId: string, phoneNumber: string): Promise<string>
  /** Whether the disk of the server is full. */
  isStorageFull(): boolean
}

type Code = ComposerBlock['code']

const REFUSALS: Partial<Record<Code, ErrorCode>> = {
  viewer: 'forbidden',
  number_removed: 'chat_number_removed',
  assignee_only: 'assignee_only',
  opted_out: 'chat_opted_out',
  opt_out_forbids: 'chat_answers_forbidden',
  storage_full: 'storage_full',
}

const KEPT: ReadonlySet<Code> = new Set(['number_away', 'new_chats_held'])

/** Whether somebody may write in a chat, and whether it leaves at once. */
export function createMayWrite(deps: MayWriteDeps) {
  const { db, clock, numbers } = deps

  async function personOf(chat: ChatRow): Promise<ChatPerson | null> {
    if (chat.kind === 'group') return null
    const { user_id: workspaceId, number, lid } = chat
    const phoneNumber = number && (await deps.asWritten(workspaceId, number))
    return { workspaceId, phoneNumber, networkNumber: number, lid }
  }

  async function standingIn(chat: ChatRow, at: number): Promise<AnswerStanding> {
    const person = await personOf(chat)
    if (!person) return { kind: 'free', out: null }
    const answering = async () => ({ asked: await deps.askedIn(db, chat.id, at), at })
    return deps.answers.standing(person, answering, db)
  }

  /** Why nothing may be written. */
  async function refusalOf(
    caller: Caller,
    chat: ChatRow,
    { kind }: AnswerStanding,
  ): Promise<Code | null> {
    if (!mayDo(caller.role, 'chats:write')) return 'viewer'
    if ((await numbers.nameOf(chat.device_id)) === null) return 'number_removed'
    const isOthers = chat.assigned_to !== null && chat.assigned_to !== caller.personId
    if (isOthers && (await rulesOf(db, chat.user_id)).assigneeOnly) return 'assignee_only'
    if (kind === 'opted_out') return 'opted_out'
    if (kind === 'forbidden') return 'opt_out_forbids'
    return deps.isStorageFull() ? 'storage_full' : null
  }

  return {
    personOf,
    standingIn,

    /** Null when what is written leaves at once. */
    async blockOf(caller: Caller, chat: ChatRow): Promise<ComposerBlock | null> {
      const now = clock.now()
      const code = await refusalOf(caller, chat, await standingIn(chat, now))
      if (code !== null) return blockFor(code, null)
      if (numbers.isAway(chat.device_id)) return blockFor('number_away', null)
      if (!(await deps.isNew(db, chat.id))) return null
      const from = await numbers.newChatsFrom(db, chat.device_id, now)
      return from === null ? null : blockFor('new_chats_held', from)
    },

    /** Throws the refusal of a message; returns how its person stands. */
    async require(caller: Caller, chat: ChatRow): Promise<AnswerStanding> {
      const standing = await standingIn(chat, clock.now())
      const code = await refusalOf(caller, chat, standing)
      if (code !== null) throw new DomainError(REFUSALS[code] ?? 'forbidden')
      return standing
    },
  }
}

export type MayWrite = ReturnType<typeof createMayWrite>

function blockFor(code: Code, until: number | null): ComposerBlock {
  const end = until === null ? null : new Date(until).toISOString()
  return { code, isKept: KEPT.has(code), until: end, params: {} }
}
