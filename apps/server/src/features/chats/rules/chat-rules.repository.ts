import {
  type ChatRules,
  type ChatSettings,
  type NewChats,
  USUAL_RULES,
} from '@kirim/contract/chat-settings'
import type { AliasableExpression } from 'kysely'
import type { Sight } from '../../../platform/caller.ts'
import { type Db, flag } from '../../../platform/database/database.ts'
import { onlySeen } from '../../../platform/database/in-sight.ts'
import { prepared } from '../../../platform/database/prepared.ts'

/** For joins: all devices, including removed ones. */
export type DeviceRows = AliasableExpression<{ id: string; user_id: string }>

/** Rules that a request left out are undefined. */
type RulesChange = { readonly [rule in keyof ChatRules]?: ChatRules[rule] | undefined }

interface Place {
  readonly workspaceId: string
  readonly deviceId: string
}

const rulesIn = prepared((db, { workspaceId }: Pick<Place, 'workspaceId'>) =>
  db
    .selectFrom('chat_settings')
    .select(['waits_after_minutes', 'new_chats', 'assignee_only', 'bot_pause'])
    .select('forbids_opt_out_answers')
    .where('user_id', '=', workspaceId),
)

const ofNumber = prepared((db, { deviceId }: Pick<Place, 'deviceId'>) =>
  db.selectFrom('chat_number_settings').select('new_chats').where('device_id', '=', deviceId),
)

/** The rules of a workspace's chats. */
export async function rulesOf(db: Db, workspaceId: string): Promise<ChatRules> {
  const [row] = await rulesIn(db, { workspaceId })
  if (!row) return USUAL_RULES
  return {
    waitsAfterMinutes: row.waits_after_minutes,
    newChats: row.new_chats,
    assigneeOnly: row.assignee_only === 1,
    botPause: row.bot_pause,
    answersOptedOut: row.forbids_opt_out_answers === 0,
  }
}

/** How new chats of a number are given out: as it says itself, else as its workspace does. */
export async function newChatsOf(db: Db, { workspaceId, deviceId }: Place): Promise<NewChats> {
  const [own] = await ofNumber(db, { deviceId })
  return own?.new_chats ?? (await rulesOf(db, workspaceId)).newChats
}

/** Stores the rules of workspaces and numbers. */
export function createChatRulesRepository(db: Db, devices: DeviceRows) {
  return {
    /** Changes rules; two changes of different ones at once both hold. */
    async change(workspaceId: string, change: RulesChange): Promise<void> {
      const rules = { ...USUAL_RULES, ...definedOf(change) }
      const changed = columnsOf(definedOf(change))
      await db
        .insertInto('chat_settings')
        .values({ user_id: workspaceId, ...columnsOf(rules) })
        .onConflict((conflict) =>
          Object.keys(changed).length === 0
            ? conflict.doNothing()
            : conflict.column('user_id').doUpdateSet(changed),
        )
        .execute()
    },

    /** Null for as the workspace does. */
    async changeNumber(deviceId: string, newChats: NewChats | null): Promise<void> {
      if (newChats === null) {
        await db.deleteFrom('chat_number_settings').where('device_id', '=', deviceId).execute()
        return
      }
      await db
        .insertInto('chat_number_settings')
        .values({ device_id: deviceId, new_chats: newChats })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ new_chats: newChats }))
        .execute()
    },

    /** The rules, and what is different for numbers that are seen. */
    async load(sight: Pick<Sight, 'workspaceId' | 'deviceIds'>): Promise<ChatSettings> {
      const numbers = await db
        .selectFrom('chat_number_settings as number')
        .innerJoin(devices.as('device'), 'device.id', 'number.device_id')
        .select(['device_id as deviceId', 'new_chats as newChats'])
        .where('device.user_id', '=', sight.workspaceId)
        .$call(onlySeen(sight, 'device.id'))
        .orderBy('device.id')
        .execute()
      return { rules: await rulesOf(db, sight.workspaceId), numbers }
    },

    /** The workspaces that give out chats of all or some of their numbers in turn. */
    async givingInTurn(): Promise<string[]> {
      const rows = await db
        .selectFrom('chat_settings')
        .select('user_id')
        .where('new_chats', '=', 'in_turn')
        .union(
          db
            .selectFrom('chat_number_settings as number')
            .innerJoin(devices.as('device'), 'device.id', 'number.device_id')
            .select('device.user_id')
            .where('number.new_chats', '=', 'in_turn'),
        )
        .execute()
      return rows.map((row) => row.user_id)
    },
  }
}

export type ChatRulesRepository = ReturnType<typeof createChatRulesRepository>

/** Without those that were left out, which a spread would not leave out. */
function definedOf(change: RulesChange): Partial<ChatRules> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

interface Columns {
  waits_after_minutes: number
  new_chats: NewChats
  assignee_only: 0 | 1
  bot_pause: ChatRules['botPause']
  forbids_opt_out_answers: 0 | 1
}

function columnsOf(rules: ChatRules): Columns
function columnsOf(rules: Partial<ChatRules>): Partial<Columns>
function columnsOf(rules: Partial<ChatRules>): Partial<Columns> {
  const { waitsAfterMinutes, newChats, assigneeOnly, botPause, answersOptedOut } = rules
  return {
    ...(waitsAfterMinutes !== undefined && { waits_after_minutes: waitsAfterMinutes }),
    ...(newChats !== undefined && { new_chats: newChats }),
    ...(assigneeOnly !== undefined && { assignee_only: flag(assigneeOnly) }),
    ...(botPause !== undefined && { bot_pause: botPause }),
    ...(answersOptedOut !== undefined && { forbids_opt_out_answers: flag(!answersOptedOut) }),
  }
}
