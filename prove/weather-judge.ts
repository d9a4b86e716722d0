import type { RecipientState } from '@kirim/contract/campaigns'

/** One person of one campaign: what reached their phone, and what the ledger says. */
export interface WeatherCase {
  readonly key: string
  readonly who: string
  /** The states of the campaign's messages to them at the network, each message once. */
  readonly arrived: readonly ('sent' | 'delivered' | 'read')[]
  readonly ledger: { readonly state: RecipientState; readonly sentence: string } | null
  readonly isOnNetwork: boolean
  /** The network had not taken files of the campaign's numbers for a while. */
  readonly hadSlowMedia: boolean
  /** The phone ended the link of one of the campaign's numbers meanwhile. */
  readonly wasUnlinked: boolean
  /** Phones had asked the campaign's numbers for copies of what they could not read. */
  readonly wereCopiesAsked: boolean
  /** They waited for the end of a limit of new chats. */
  readonly wasHeld: boolean
}

/** One question to a chatbot. */
export interface AskedCase {
  readonly who: string
  /** How many answers to it reached whoever asked. */
  readonly answers: number
  /** Why the server says that it did not answer; null where it says nothing. */
  readonly silence: string | null
  /** Whether the number could have worked for a while within the time in which answers count. */
  readonly couldAnswer: boolean
  /** The network had not taken files of the number for a while. */
  readonly hadSlowMedia: boolean
  /** It reached the phone alone: no device was linked, or the one that was had not got it yet. */
  readonly wasUnlinked: boolean
}

export interface WeatherVerdict {
  people: number
  deliveredOnce: number
  heldAndReleased: number
  /** Not on the network, and the ledger says so. */
  unreachable: number
  /** The media servers did not take their file, and the ledger says so. */
  withoutMedia: number
  /** The link that could have sent the copy they asked for was gone. */
  withoutCopy: number
  /** Owed, and neither delivered nor failed for a reason that was there. */
  lost: number
  /** Received more than once. */
  repeated: number
  /** The ledger says otherwise than what the network played. */
  wrong: number
  questions: number
  answeredOnce: number
  /** Too late to be answered, or without their file, through the weather. */
  unansweredForWeather: number
  /** Asked while the phone had no link. */
  onPhoneAlone: number
  unansweredWithoutCause: number
  answeredTwice: number
}

export function judgeWeather(
  cases: readonly WeatherCase[],
  asked: readonly AskedCase[],
): WeatherVerdict {
  const people = (holds: (one: WeatherCase) => boolean) => cases.filter(holds).length
  const questions = (holds: (one: AskedCase) => boolean) => asked.filter(holds).length
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
    questions: asked.length,
    answeredOnce: questions(({ answers }) => answers === 1),
    unansweredForWeather: questions(
      (one) => one.answers === 0 && (isTooLate(one) || isWithoutMedia(one)),
    ),
    onPhoneAlone: questions((one) => one.answers === 0 && one.wasUnlinked),
    unansweredWithoutCause: questions((one) => one.answers === 0 && !isExcused(one)),
    answeredTwice: questions(({ answers }) => answers > 1),
  }
}

/** What is wrong with each, for whoever looks for the reason. */
export function explainWeather(
  cases: readonly WeatherCase[],
  asked: readonly AskedCase[],
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
  const questions = asked
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

/** Whether there is a reason, outside the server, that nothing arrived, and the ledger names it. */
const hasCause = (one: WeatherCase): boolean =>
  isTrue(one) && (one.ledger?.state === 'failed' || one.ledger?.state === 'skipped')

const isWithoutCopy = ({ arrived, ledger, wasUnlinked, wereCopiesAsked }: WeatherCase): boolean =>
  arrived.length === 0 && ledger?.state === 'sent' && wasUnlinked && wereCopiesAsked

/** Whether what the ledger says is what happened, and why. */
function isTrue(one: WeatherCase): boolean {
  const { arrived, ledger, isOnNetwork, hadSlowMedia, wasUnlinked } = one
  if (ledger === null) return false
  if (isWithoutCopy(one)) return true
  const [state] = arrived
  if (state !== undefined) {
    // Receipts for a link that is gone reach nobody.
    return ledger.state === state || (wasUnlinked && /^(sent|delivered)$/.test(ledger.state))
  }
  if (ledger.state !== 'failed' && ledger.state !== 'skipped') return false
  if (/^not_on_whatsapp/.test(ledger.sentence)) return !isOnNetwork
  return MEDIA_UPLOAD_FAILED.test(ledger.sentence) && hadSlowMedia
}

const isExcused = (one: AskedCase): boolean =>
  isTooLate(one) || isWithoutMedia(one) || one.wasUnlinked

const isWithoutMedia = ({ silence, hadSlowMedia }: AskedCase): boolean =>
  hadSlowMedia && MEDIA_UPLOAD_FAILED.test(silence ?? '')

const MEDIA_UPLOAD_FAILED = /media_upload_failed/

/** Codes of the server's inbox. */
const TOO_LATE: ReadonlySet<string> = new Set(['old', 'too_old', 'too_late'])

/** What arrived late, or could not be answered in time, is not answered any more. */
const isTooLate = ({ silence, couldAnswer }: AskedCase): boolean =>
  !couldAnswer && silence !== null && TOO_LATE.has(silence)
