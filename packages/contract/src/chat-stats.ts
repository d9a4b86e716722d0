import * as z from 'zod/mini'
import { Author } from './authors.ts'
import { call } from './call.ts'
import { MessageBy } from './chat-entries.ts'
import { Id, TimeZone } from './fields.ts'

/** Figures of a day, a number or somebody who answers. Times are in milliseconds. */
const Figures = z.object({
  /** People who wrote and whom nobody was about to answer. */
  come: z.int(),
  answered: z.int(),
  closed: z.int(),
  /** From the beginning of a case to its first answer by a person; null without any. */
  firstMedian: z.nullable(z.int()),
  firstP90: z.nullable(z.int()),
  /** From a question to its answer by a person; null without any. */
  waitMedian: z.nullable(z.int()),
  waitP90: z.nullable(z.int()),
})
export type ChatFigures = z.infer<typeof Figures>

export const ChatStats = z.object({
  total: Figures,
  /** All days up to today, on the clock of the time zone: 2026-11-27. */
  days: z.array(z.extend(Figures, { day: z.string() })),
  numbers: z.array(z.extend(Figures, { deviceId: z.string() })),
  /** Who answered and closed: people of the team, the phone, chatbots. */
  people: z.array(z.extend(Figures, { by: MessageBy, person: z.nullable(Author) })),
})
export type ChatStats = z.infer<typeof ChatStats>

const StatsQuery = z.object({
  days: z._default(z.enum(['7', '14', '30', '90']), '30'),
  deviceId: z.optional(Id),
  timeZone: TimeZone,
})

export const loadChatStats = call({
  method: 'GET',
  path: '/chats/stats',
  needs: 'chats:read',
  summary: 'How many wrote, how long they waited, and who answered and closed, of the last days',
  query: StatsQuery,
  status: 200,
  response: ChatStats,
})

export const exportChatStats = call({
  method: 'GET',
  path: '/chats/stats.csv',
  needs: 'chats:read',
  summary: 'The figures of each day as a file',
  query: StatsQuery,
  status: 200,
})
