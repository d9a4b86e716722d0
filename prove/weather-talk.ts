import type { ChatbotItem } from '@kirim/contract/chatbots'
import type { Device } from '@kirim/contract/devices'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { chatbotForm, pngFile } from '../apps/server/src/testing/test-browser.ts'
import type { Tenant } from './tenants.ts'
import type { QuestionCase } from './weather-judge.ts'
import type { Sky } from './weather-sky.ts'
import type { WeatherWorld } from './weather-world.ts'

/** The number of different questions, each with an answer of its own. */
const TOPICS = 8
/** The topic whose answer has a picture. */
const PICTURED = 4
/** The number of people who ask each number. */
const TALKERS = 12
const GAP_MS = { least: 600, most: 2000 }
/** Older questions stay unanswered; in the network's time. */
const ANSWERED_WITHIN_MS = 10 * 60_000
/** In the network's time: enough for a number to answer everyone who waits. */
const ENOUGH_MS = 150_000

/** A reply without a question. */
const UNSOLICITED = {
  answers: 2,
  silence: null,
  couldAnswer: true,
  hadSlowMedia: false,
  wasUnlinked: false,
} as const

interface Question {
  readonly id: string
  readonly device: Device
  readonly talker: string
  readonly topic: number
  readonly askedAt: number
}

/** People who keep asking chatbots. */
export interface Talk {
  /** Stops the questions. */
  stop(): void
  /** Whether every question has an answer or a reason for none. */
  isSettled(): Promise<boolean>
  cases(): Promise<QuestionCase[]>
}

/** @param gap between two questions to a number, in real time */
export async function startTalk(
  world: WeatherWorld,
  sky: Sky,
  seed: string,
  gap = GAP_MS,
): Promise<Talk> {
  const { network, tenants, store } = world
  const questions: Question[] = []
  let isOver = false

  for (const tenant of tenants) {
    for (const device of tenant.devices) {
      await teach(tenant, device)
      void ask(device, seededRandom(`${seed} talk ${device.number}`))
    }
  }

  async function ask(device: Device, random: () => number): Promise<void> {
    const topics = new Map<string, number>()
    for (let n = 0; !isOver; n++) {
      const talker = `60199${device.number.slice(-4)}${String(n % TALKERS).padStart(2, '0')}7`
      const topic = (topics.get(talker) ?? 0) % TOPICS
      topics.set(talker, topic + 1)
      const askedAt = world.now()
      const { id } = await network.sendAsContact(device.number, talker, { text: `soalan${topic}` })
      questions.push({ id, device, talker, topic, askedAt })
      const { least, most } = gap
      await new Promise((next) => setTimeout(next, least + random() * (most - least)))
    }
  }

  /** The server's record of each question and its reply. */
  async function inboxEntries(): Promise<ReadonlyMap<string, InboxEntry>> {
    const rows = await store
      .selectFrom('inbox')
      .leftJoin('chatbot_replies', (join) =>
        join
          .onRef('chatbot_replies.inbox_message_id', '=', 'inbox.message_id')
          .onRef('chatbot_replies.device_id', '=', 'inbox.device_id'),
      )
      .leftJoin('outgoing', (join) =>
        join
          .onRef('outgoing.message_id', '=', 'chatbot_replies.message_id')
          .onRef('outgoing.device_id', '=', 'inbox.device_id'),
      )
      .select([
        'inbox.message_id as id',
        'inbox.state',
        'inbox.reason',
        'inbox.received_at as receivedAt',
        'chatbot_replies.message_id as reply',
        'chatbot_replies.state as replyState',
        'chatbot_replies.reason as replyReason',
        'outgoing.reason as failure',
      ])
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  async function cases(): Promise<QuestionCase[]> {
    const known = await inboxEntries()
    const chats = new Map<string, string[]>()
    for (const { device, talker } of questions) chats.set(`${device.number} ${talker}`, [])
    for (const [chat, answers] of chats) {
      const [phone = '', talker = ''] = chat.split(' ')
      const messages = network.messages(phone, talker, { limit: 10_000 })
      for (const { direction, id } of messages) if (direction === 'to-contact') answers.push(id)
    }
    const isOwed = new Set([...known.values()].map(({ reply }) => reply))
    const unsolicited = [...chats].flatMap(([chat, answers]) =>
      answers
        .filter((id) => !isOwed.has(id))
        .map((id) => ({ ...UNSOLICITED, who: `${chat}: ${id}` })),
    )
    const ofQuestion = ({ id, device, talker, askedAt }: Question): QuestionCase => {
      const about = known.get(id)
      const received = chats.get(`${device.number} ${talker}`) ?? []
      const until = askedAt + ANSWERED_WITHIN_MS
      return {
        who: [
          `${talker} asked ${device.number} at ${new Date(askedAt).toISOString()}`,
          ...(about ? [`received ${Math.round((about.receivedAt - askedAt) / 1000)} s later`] : []),
        ].join('; '),
        answers: received.filter((answer) => answer === about?.reply).length,
        silence: about ? silenceOf(about) : null,
        couldAnswer: sky.couldWork(device.number, askedAt, until) > ENOUGH_MS,
        hadSlowMedia: sky.wasIn(device.number, ['slow_media'], askedAt),
        wasUnlinked: about === undefined && sky.wasUnlinkedSince(device.number, askedAt),
      }
    }
    return [...questions.map(ofQuestion), ...unsolicited]
  }

  return {
    stop() {
      isOver = true
    },
    async isSettled() {
      const known = await inboxEntries()
      return questions.every(({ id, device, askedAt }) => {
        const about = known.get(id)
        if (about) return about.state !== 'new' && about.replyState !== 'open'
        return sky.wasUnlinkedSince(device.number, askedAt)
      })
    },
    cases,
  }
}

interface InboxEntry {
  readonly receivedAt: number
  readonly state: string
  readonly reason: string | null
  readonly reply: string | null
  readonly replyState: string | null
  readonly replyReason: string | null
  readonly failure: string | null
}

/** The server's reason for not answering. */
const silenceOf = ({ state, reason, replyState, replyReason, failure }: InboxEntry): string =>
  failure ?? replyReason ?? reason ?? replyState ?? state

const answer = (topic: number) => `Jawapan ${topic}`

async function teach({ call }: Tenant, device: Device): Promise<void> {
  for (let topic = 0; topic < TOPICS; topic++) {
    const form = chatbotForm({
      name: `Topic ${topic}`,
      keywords: `soalan${topic}`,
      type: 'message_contains_whole_keyword',
      captionAi: answer(topic),
      status: 'enable',
      ...(topic === PICTURED && { mediaFileAi: pngFile('answer.png') }),
    })
    await call<ChatbotItem>('POST', `/ai-chatbot/${device.id}/campaigns`, form)
  }
  await call('PUT', `/ai-chatbot/devices/${device.id}/status`, { isEnabled: true })
}
