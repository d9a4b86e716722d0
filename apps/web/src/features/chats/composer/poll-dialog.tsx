import { sendPoll } from '@kirim/contract/chat-messages'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { newClientId } from '../client-id.ts'
import { keepEntries } from '../conversation/timeline-cache.ts'
import { deliver } from './send/deliver.ts'

const QUESTION_MAX = 255
const OPTION_MAX = 100
const OPTIONS = { min: 2, max: 12 } as const

interface Poll {
  question: string
  options: string[]
  choices: number
}

interface PollDialogProps {
  chatId: string
  open: boolean
  onClose: () => void
}

/** Asks the person something with answers to choose from. */
export function PollDialog({ chatId, open, onClose }: PollDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const send = useSingleMutation({
    mutationFn: (poll: Poll) => {
      const body = { ...poll, clientId: newClientId() }
      return deliver(() => request(sendPoll, { params: { id: chatId }, body }))
    },
    onSuccess(entry) {
      onClose()
      keepEntries(client, chatId, [entry])
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('The poll could not be sent.')), tone: 'error' })
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('Poll')}
      action={t('Send')}
      busy={send.isPending}
      busyText={t('Sending...')}
    >
      {({ id, onDirty }) => <PollForm id={id} onDirty={onDirty} onSend={send.mutate} />}
    </FormDialog>
  )
}

interface PollFormProps {
  id: string
  onDirty: (dirty: boolean) => void
  onSend: (poll: Poll) => void
}

function PollForm({ id, onDirty, onSend }: PollFormProps) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState(['', ''])
  const [isSeveral, setSeveral] = useState(false)
  const [isTried, setTried] = useState(false)
  useReportDirty(question !== '' || options.some((option) => option !== ''), onDirty)
  const written = options.map((option) => option.trim()).filter((option) => option !== '')
  const isDouble = new Set(written).size < written.length
  const questionError = question.trim() === '' ? t('Write the question first.') : undefined
  const tooFew = written.length < OPTIONS.min ? t('Write at least two answers.') : undefined
  const optionsError = isDouble ? t('Two answers are the same.') : tooFew
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (questionError || optionsError) return
    onSend({ question: question.trim(), options: written, choices: isSeveral ? 0 : 1 })
  }
  const change = (index: number, text: string) => setOptions(options.with(index, text))
  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      <Field label={t('Question')} error={isTried ? questionError : undefined}>
        <Input
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          maxLength={QUESTION_MAX}
          autoComplete="off"
        />
      </Field>
      {options.map((option, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is known by its place
          key={index}
          label={t('Answer {n}', { n: index + 1 })}
          error={isTried && index === 0 ? optionsError : undefined}
        >
          <Input
            value={option}
            onChange={(event) => change(index, event.target.value)}
            maxLength={OPTION_MAX}
            autoComplete="off"
            trailing={
              options.length > OPTIONS.min && (
                <button
                  type="button"
                  aria-label={t('Remove answer {n}', { n: index + 1 })}
                  onClick={() => setOptions(options.toSpliced(index, 1))}
                  className="grid size-6 place-items-center rounded-[6px] hover:bg-accent"
                >
                  <X aria-hidden="true" />
                </button>
              )
            }
          />
        </Field>
      ))}
      {options.length < OPTIONS.max && (
        <Button
          variant="ghost"
          size="sm"
          className="-mt-1 justify-self-start"
          onClick={() => setOptions([...options, ''])}
        >
          <Plus aria-hidden="true" />
          {t('Add an answer')}
        </Button>
      )}
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is in it */}
      <label className="flex items-center justify-between gap-3">
        {t('Several answers can be chosen')}
        <Switch checked={isSeveral} onCheckedChange={setSeveral} />
      </label>
    </form>
  )
}
