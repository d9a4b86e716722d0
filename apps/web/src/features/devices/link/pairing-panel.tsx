import { issueOf } from '@kirim/contract/issues'
import { PairingNumber } from '@kirim/contract/realtime'
import { type ReactNode, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { type FieldIssue, fieldProblem, toFieldIssue } from '#shared/forms/field-issue.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { CopyButton } from './copy-button.tsx'
import { LinkNotice } from './link-notice.tsx'
import { Steps, strong } from './link-steps.tsx'
import { TimeLeft } from './time-left.tsx'
import type { Link } from './use-link.ts'

interface PairingPanelProps {
  link: Link
  /** A button that types the code on a virtual phone. */
  sandbox: ReactNode
}

/** The form for the phone number, and then the code and the steps to type it. */
export function PairingPanel({ link, sandbox }: PairingPanelProps) {
  const { t } = useTranslation()
  const { pairing } = link.state
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:max-lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <NumberForm link={link} />
        {pairing ? (
          <div className="rounded-lg border p-4">
            <Code key={pairing.code} code={pairing.code} />
            <TimeLeft
              until={pairing.expiresAt}
              label={t('Renews in')}
              over={t('This code is being renewed')}
              className="mt-1"
            />
          </div>
        ) : (
          <LinkNotice link={link} way="code" />
        )}
      </div>
      <div className="flex min-w-0 flex-col">
        <p className="mb-4 font-medium">{t('On the phone')}</p>
        <PairingSteps />
        {sandbox}
      </div>
    </div>
  )
}

function NumberForm({ link }: { link: Link }) {
  const { t } = useTranslation()
  const { status, pairing } = link.state
  const [written, setWritten] = useState<string | null>(null)
  const [error, setError] = useState<FieldIssue>()
  const value = written ?? pairing?.phoneNumber ?? ''

  function ask(): void {
    const parsed = PairingNumber.safeParse(value)
    const [found] = parsed.error?.issues.map(issueOf) ?? []
    setError(found && toFieldIssue(found.code, found.params))
    if (parsed.success) link.connectByCode(parsed.data)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <Field
        label={t('Phone number to link')}
        hint={t('The number of the phone that will send. Spaces and dashes are fine.')}
        error={fieldProblem(error)}
      >
        <div className="flex gap-2">
          <Input
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="60123456789"
            maxLength={40}
            value={value}
            onChange={(event) => {
              setWritten(event.target.value)
              setError(undefined)
            }}
            className="min-w-0 flex-1"
          />
          <Button
            type="submit"
            variant={pairing ? 'outline' : 'primary'}
            disabled={!link.ready}
            busy={status === 'Connecting...'}
            busyText={t('Requesting...')}
          >
            {pairing ? t('New code') : t('Get a code')}
          </Button>
        </div>
      </Field>
    </form>
  )
}

/** How to type a code, as the phone names its menus. */
function PairingSteps() {
  const steps = [
    <Trans key="menu" i18nKey="Open WhatsApp, then <b>Linked devices</b>." components={strong} />,
    <Trans
      key="link"
      i18nKey="<b>Link a device</b>, then <b>Link with phone number instead</b>."
      components={strong}
    />,
    <Trans
      key="type"
      i18nKey="Type the eight characters. The phone shows the new device as Kirim."
    />,
  ]
  return <Steps steps={steps} />
}

const GROUP = 4

function Code({ code }: { code: string }) {
  const { t } = useTranslation()
  const shown = useRef<HTMLParagraphElement>(null)
  const groups = [code.slice(0, GROUP), code.slice(GROUP)]
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div role="status" className="min-w-0">
        <p className="text-caption text-muted-foreground">{t('Type this on the phone')}</p>
        <p
          ref={shown}
          aria-hidden="true"
          className="mt-1 font-mono text-metric font-semibold tracking-[.08em]"
        >
          {groups.join('-')}
        </p>
        {/* One character at a time. */}
        <span className="sr-only">{groups.map((group) => [...group].join(' ')).join(', ')}</span>
      </div>
      <CopyButton text={code} shown={shown} size="sm" />
    </div>
  )
}
