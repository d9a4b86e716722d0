import type { PasskeyAnswer, PasskeyOptions } from '@kirim/contract/passkey'
import { useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Steps, strong } from '../link-steps.tsx'
import { passkeyLine } from './passkey-line.ts'
import { pageOf, readAnswer } from './passkey-page.ts'

interface AskElsewhereProps {
  options: PasskeyOptions
  onAnswer: (answer: PasskeyAnswer) => void
}

/**
 * Passkeys work only on WhatsApp's own pages: the user asks for it there, and pastes the answer
 * here.
 */
export function AskElsewhere({ options, onAnswer }: AskElsewhereProps) {
  return (
    <div className="flex flex-col gap-5">
      <PasskeySteps page={pageOf(options)} site={options.rpId} />
      <Line options={options} />
      <AnswerForm onAnswer={onAnswer} />
    </div>
  )
}

function PasskeySteps({ page, site }: { page: string; site: string }) {
  const { t } = useTranslation()
  const link = (
    // biome-ignore lint/a11y/useAnchorContent: the sentence has its content.
    <a href={page} target="_blank" rel="noreferrer" className="font-medium underline" />
  )
  const steps = [
    <Trans
      key="open"
      i18nKey="On a computer, open <page>{name}</page> in Chrome or Edge. Do not scan the code there."
      values={{ name: new URL(page).host }}
      components={{ page: link }}
    />,
    <Trans
      key="console"
      i18nKey="Press F12 there, choose <b>Console</b>, paste the line below and press Enter."
      components={strong}
    />,
    <Trans
      key="ask"
      i18nKey="Press <b>Use my passkey</b> on that page, and confirm. A passkey on the phone works too."
      components={strong}
    />,
    <Trans key="paste" i18nKey="The answer is copied. Paste it here and send it." />,
  ]
  return (
    <div>
      <p className="mb-4 text-caption text-muted-foreground">
        {t('Browsers give this passkey only to pages of {site}, so confirm it there.', {
          site,
        })}
      </p>
      <div className="-mb-6">
        <Steps steps={steps} />
      </div>
    </div>
  )
}

function Line({ options }: Pick<AskElsewhereProps, 'options'>) {
  const { t } = useTranslation()
  const box = useRef<HTMLInputElement>(null)
  const line = passkeyLine(options, {
    ask: t('Use my passkey'),
    copied: t('Copied. Paste it into Kirim.'),
    copyIt: t('Copy this answer'),
  })
  return (
    <Field
      label={t('The line for the console')}
      hint={t(
        'This line only asks for the passkey and copies the answer. If the browser asks, type "allow pasting" first. Never paste what others send you.',
      )}
    >
      <div className="flex gap-2">
        <Input
          ref={box}
          readOnly
          value={line}
          onFocus={(event) => event.currentTarget.select()}
          className="min-w-0 flex-1 font-mono text-caption"
        />
        <CopyButton text={line} shown={box} />
      </div>
    </Field>
  )
}

/** More than any answer has. */
const PASTED_MAX = 20_000

function AnswerForm({ onAnswer }: Pick<AskElsewhereProps, 'onAnswer'>) {
  const { t } = useTranslation()
  const [pasted, setPasted] = useState('')
  const [isWrong, setWrong] = useState(false)

  function send(): void {
    const answer = readAnswer(pasted)
    setWrong(!answer)
    if (answer) onAnswer(answer)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex flex-col items-start gap-3"
    >
      <Field
        label={t('The passkey answer')}
        error={isWrong ? t('This is not a passkey answer. Copy it again and paste it.') : undefined}
        className="w-full"
      >
        <Textarea
          rows={3}
          spellCheck={false}
          autoComplete="off"
          maxLength={PASTED_MAX}
          value={pasted}
          onChange={(event) => {
            setPasted(event.target.value)
            setWrong(false)
          }}
          className="font-mono text-caption"
        />
      </Field>
      <Button type="submit" variant="primary" disabled={!pasted.trim()}>
        {t('Send the answer')}
      </Button>
    </form>
  )
}
