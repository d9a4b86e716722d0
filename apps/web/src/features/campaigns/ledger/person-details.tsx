import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { LedgerMessage, LedgerPersonDetails, LedgerStep } from '@kirim/contract/ledger-person'
import { isMaskedNumber } from '@kirim/contract/person-number'
import { BellOff, type LucideIcon, Reply, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { messageOf } from '#shared/api/api-error.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { storedMedia } from '#shared/media/shown-media.ts'
import { WholeMedia } from '#shared/media/whole-media.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Skeleton } from '#shared/ui/loading.tsx'
import { recipientLooks } from '#shared/ui/recipient-badge.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { usePerson } from './ledger-queries.ts'
import { useLedgerSentence, usePersonTime } from './ledger-sentence.ts'

interface DetailsProps {
  campaignId: string
  person: LedgerPerson
}

/** The timeline and the messages of one person, with links to the contact and the opt-out. */
export function PersonDetails({ campaignId, person }: DetailsProps) {
  const { t } = useTranslation()
  const details = usePerson(campaignId, person)
  return (
    <div className="grid gap-4 rounded-lg border bg-card p-4 md:grid-cols-2">
      {details.data ? (
        <>
          <TimeLine person={details.data} />
          <Messages person={details.data} />
        </>
      ) : details.isError ? (
        <ErrorState
          className="border-t-0 p-0 md:col-span-2"
          message={messageOf(details.error, t('Could not load this person.'))}
          query={details}
        />
      ) : (
        <>
          <p role="status" className="sr-only">
            {t('Loading...')}
          </p>
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </>
      )}
    </div>
  )
}

function TimeLine({ person }: { person: LedgerPersonDetails }) {
  const { t } = useTranslation()
  const { steps, from } = person
  return (
    <section aria-label={t('Timeline')} className="min-w-0">
      <h3 className="mb-2 text-caption text-muted-foreground">{t('Timeline')}</h3>
      <ol>
        {steps.map(({ state, at, sentence }) => (
          <Step
            key={state}
            {...recipientLooks[state]}
            at={at}
            sentence={sentence}
            from={state === 'sent' ? from : null}
          />
        ))}
        {recipientSteps(person).map((step) => (
          <Step key={step.word} {...step} sentence={null} />
        ))}
      </ol>
    </section>
  )
}

/** The recipient's own actions after the message, in order of time. */
function recipientSteps({ answeredAt, optedOutAt }: LedgerPersonDetails) {
  return [
    { icon: Reply, word: textKey('Answered'), at: answeredAt },
    { icon: BellOff, word: textKey('Opted out'), at: optedOutAt },
  ]
    .filter(({ at }) => at !== null)
    .sort((one, other) => Date.parse(one.at ?? '') - Date.parse(other.at ?? ''))
}

interface StepProps extends Pick<LedgerStep, 'at' | 'sentence'> {
  icon: LucideIcon
  word: string
  /** The name of the sending device; null if not shown. */
  from?: string | null
}

function Step({ icon: Icon, word, at, sentence, from = null }: StepProps) {
  const { t } = useTranslation()
  const moment = usePersonTime()
  const explain = useLedgerSentence()
  return (
    <li className="group/step grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2.5">
      <div className="flex flex-col items-center">
        <span className="grid size-6 shrink-0 place-items-center rounded-full border text-muted-foreground">
          <Icon className="size-3 stroke-2" aria-hidden="true" />
        </span>
        <i className="min-h-2 w-px flex-1 bg-border group-last/step:hidden" />
      </div>
      <div className="min-w-0 pb-3">
        <p className="font-medium">{t(word)}</p>
        {from && (
          <p className="text-caption wrap-anywhere text-muted-foreground">
            {t('From {device}', { device: from })}
          </p>
        )}
        {sentence && (
          <p className="text-caption wrap-anywhere text-muted-foreground">{explain(sentence)}</p>
        )}
      </div>
      {at && (
        <time dateTime={at} className="tnum pt-px text-caption text-muted-foreground">
          {moment(at, true)}
        </time>
      )}
    </li>
  )
}

/** By which a list finds this person; empty when neither number nor name is known to the reader. */
function searchFor({ name, phoneNumber }: LedgerPersonDetails): string {
  const known = isMaskedNumber(phoneNumber) ? name : phoneNumber
  return isMaskedNumber(known) ? '' : encodeURIComponent(known)
}

function Messages({ person }: { person: LedgerPersonDetails }) {
  const { t } = useTranslation()
  const moment = usePersonTime()
  const search = searchFor(person)
  const { messages, steps, sentence, answer, removed, optedOutAt } = person
  const explain = useLedgerSentence()
  const sentAt = steps.find(({ state }) => state === 'sent')?.at ?? null
  return (
    <section
      aria-label={t('Messages')}
      className="flex min-w-0 flex-col gap-2 rounded-md bg-chat p-3"
    >
      {messages.map((message, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have only a place
        <Message key={place} message={message} at={sentAt} />
      ))}
      {answer && (
        <ChatBubble
          side="in"
          text={answer.text || t('A message without text.')}
          time={moment(answer.at)}
        />
      )}
      {(removed || messages.length === 0) && (
        <p className="text-caption text-muted-foreground">
          {removed ? explain(removed) : t('Nothing was sent to this person.')}
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        {search && (
          <Allowed to="contacts:read">
            <Button size="sm" asChild>
              <Link to={`/contacts?q=${search}`}>
                <User aria-hidden="true" />
                {t('Contact')}
              </Link>
            </Button>
          </Allowed>
        )}
        {search && (optedOutAt !== null || sentence.code.startsWith('opted_out')) && (
          <Allowed to="opt-outs:read">
            <Button size="sm" asChild>
              <Link to={`/opt-outs?q=${search}`}>
                <BellOff aria-hidden="true" />
                {t('Opt-out')}
              </Link>
            </Button>
          </Allowed>
        )}
      </div>
    </section>
  )
}

function Message({ message, at }: { message: LedgerMessage; at: string | null }) {
  const { t } = useTranslation()
  const moment = usePersonTime()
  const { text, file, state, attempts } = message
  const isSent = state === 'sent' || state === 'delivered' || state === 'read'
  return (
    <>
      <ChatBubble
        side="out"
        text={text}
        media={file && <WholeMedia item={storedMedia(file)} />}
        time={isSent && at ? moment(at) : state === 'dropped' ? t('Not sent') : undefined}
        {...(state !== 'dropped' && { tick: state })}
      />
      {attempts > 0 && (
        <p className="tnum text-right text-xs text-muted-foreground">
          {t('WhatsApp did not answer {n} attempts.', { count: attempts, n: attempts })}
        </p>
      )}
    </>
  )
}
