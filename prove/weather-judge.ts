import type { RecipientState } from '@kirim/contract/campaigns'

/** One person of one campaign: what reached their phone, and what the ledger says. */
export interface WeatherCase {
  readonly key: string
  readonly who: string
  /** The states of the campaign's messages to them at the network, each message once. */
  readonly arrived: readonly ('sent' | 'delivered' | 'read')[]
  readonly ledger: { readonly state: RecipientState; readonly sentence: string } | null
  readonly isOnNetwork: boolean
  /** The network refused files of the campaign's numbers for a while. */
  readonly hadSlowMedia: boolean
  /** One of the campaign's numbers was unlinked on its phone meanwhile. */
  readonly wasUnlinked: boolean
  /** Phones requested copies of messages that they could not decrypt. */
  readonly wereCopiesRequested: boolean
  /** They were held back by a limit of new chats. */
  readonly wasHeld: boolean
}

/** One question to a chatbot. */
export interface QuestionCase {
  readonly who: string
  /** The answers that reached the person. */
  readonly answers: number
  /** The server's reason for not answering; null without one. */
  readonly silence: string | null
  /** Whether the number could work long enough while answers still counted. */
  readonly couldAnswer: boolean
  /** The network refused files of the number for a while. */
  readonly hadSlowMedia: boolean
  /** It reached only the phone: no linked device received it. */
  readonly wasUnlinked: boolean
}

export interface WeatherVerdict {
  people: number
  deliveredOnce: number
  heldAndReleased: number
  /** Not on the network, and the ledger says so. */
  unreachable: number
  /** The media servers refused their file, and the ledger says so. */
  withoutMedia: number
  /** The link that could have sent the requested copy was gone. */
  withoutCopy: number
  /** Neither delivered nor failed for a true reason. */
  lost: number
  /** Received more than once. */
  repeated: number
  /** The ledger differs from what happened on the network. */
  wrong: number
  questions: number
  answeredOnce: number
  /** Unanswered because the weather delayed them or refused their file. */
  unansweredForWeather: number
  /** Asked while the phone had no link. */
  onPhoneAlone: number
  unansweredWithoutCause: number
  answeredTwice: number
}

export function judgeWeather(
  cases: readonly WeatherCase[],
  questionCases: readonly QuestionCase[],
): WeatherVerdict {
  const people = (holds: (one: WeatherCase) => boolean) => cases.filter(holds).length
  const questions = (holds: (one: QuestionCase) => boolean) => questionCases.filter(holds).length
  return {
    people: cases.length,
    deliveredOnce: people(({ arrived }) => arrived.length === 1),
    heldAndReleased: people(({ wasHeld, arrived }) => wasHeld && arrived.length === 1),
    unreachable: people((one) => one.arrived.length === 0 && !one.isOnNetwork && isTrue(one)),
    withoutMedia: people((one) => one.arrived.length === 0 && one.isOnNetwork && hasCause(one)),
    withoutCopy: people(isWithoutCopy),
    lost: people((one) => one.arrived.length === 0 && !hasCause(one) && !isWithoutCopy(one)),
    repeated: people(({ arrived }) => arrived.length > 1),
    wrong: people((one) => !isTrue(one)),
    questions: questionCases.length,
    answeredOnce: questions(({ answers }) => answers === 1),
    unansweredForWeather: questions(
      (one) => one.answers === 0 && (isTooLate(one) || isWithoutMedia(one)),
    ),
    onPhoneAlone: questions((one) => one.answers === 0 && one.wasUnlinked),
    unansweredWithoutCause: questions((one) => one.answers === 0 && !isExcused(one)),
    answeredTwice: questions(({ answers }) => answers > 1),
  }
}

/** Describes what is wrong with each case, for debugging. */
export function explainWeather(
  cases: readonly WeatherCase[],
  questionCases: readonly QuestionCase[],
): string[] {
  const people = cases
    .filter((one) => !isTrue(one) || one.arrived.length > 1)
    .map(({ who, arrived, ledger }) =>
      [
        who,
        `at the network ${arrived.join(', ') || 'nothing'}`,
        `in the ledger ${ledger ? `${ledger.state} (${ledger.sentence})` : 'nothing'}`,
      ].join('; '),
    )
  const questions = questionCases
    .filter((one) => one.answers > 1 || (one.answers === 0 && !isExcused(one)))
    .map(({ who, answers, silence, couldAnswer }) =>
      [
        who,
        `${answers} answers`,
        ...(silence ? [`the server says ${silence}`] : []),
        ...(couldAnswer ? [] : ['the number could not work']),
      ].join('; '),
    )
  return [...people, ...questions]
}

/** Whether the ledger names a true reason, outside the server, that nothing arrived. */
const hasCause = (one: WeatherCase): boolean =>
  isTrue(one) && (one.ledger?.state === 'failed' || one.ledger?.state === 'skipped')

const isWithoutCopy = ({
  arrived,
  ledger,
  wasUnlinked,
  wereCopiesRequested,
}: WeatherCase): boolean =>
  arrived.length === 0 && ledger?.state === 'sent' && wasUnlinked && wereCopiesRequested

/** Whether the ledger states what happened and why. */
function isTrue(one: WeatherCase): boolean {
  const { arrived, ledger, isOnNetwork, hadSlowMedia, wasUnlinked } = one
  if (ledger === null) return false
  if (isWithoutCopy(one)) return true
  const [state] = arrived
  if (state !== undefined) {
    // Receipts for a removed link are lost.
    return ledger.state === state || (wasUnlinked && /^(sent|delivered)$/.test(ledger.state))
  }
  if (ledger.state !== 'failed' && ledger.state !== 'skipped') return false
  if (/^not_on_whatsapp/.test(ledger.sentence)) return !isOnNetwork
  return MEDIA_UPLOAD_FAILED.test(ledger.sentence) && hadSlowMedia
}

const isExcused = (one: QuestionCase): boolean =>
  isTooLate(one) || isWithoutMedia(one) || one.wasUnlinked

const isWithoutMedia = ({ silence, hadSlowMedia }: QuestionCase): boolean =>
  hadSlowMedia && MEDIA_UPLOAD_FAILED.test(silence ?? '')

const MEDIA_UPLOAD_FAILED = /media_upload_failed/

/** Codes of the server's inbox. */
const TOO_LATE: ReadonlySet<string> = new Set(['old', 'too_old', 'too_late'])

/** Questions that arrive late or cannot be answered in time stay unanswered. */
const isTooLate = ({ silence, couldAnswer }: QuestionCase): boolean =>
  !couldAnswer && silence !== null && TOO_LATE.has(silence)
