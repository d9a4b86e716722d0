import type { PasskeyAnswer } from '@kirim/contract/passkey'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppInfo } from '#shared/api/app-info.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Spinner } from '#shared/ui/loading.tsx'
import type { ShownPasskey } from '../link-state.ts'
import { SandboxPasskey } from '../sandbox-help.tsx'
import { TimeLeft } from '../time-left.tsx'
import type { Link } from '../use-link.ts'
import { AskElsewhere } from './ask-elsewhere.tsx'

interface PasskeyPanelProps {
  link: Link
  passkey: ShownPasskey
}

/** The passkey step, which some accounts require between a scan and the link. */
export function PasskeyPanel({ link, passkey }: PasskeyPanelProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-5 border-t p-5 sm:p-6">
      <div className="flex gap-3">
        <KeyRound className="mt-0.5 size-5 shrink-0 text-muted-foreground" aria-hidden="true" />
        <div role="status" className="min-w-0">
          <p className="font-medium">{t('WhatsApp asks for a passkey')}</p>
          <p className="mt-0.5 text-caption text-muted-foreground">
            {t('This account links a device only after its passkey is confirmed.')}{' '}
            {t('Nothing is linked until then. Keep WhatsApp open on the phone.')}
          </p>
        </div>
      </div>
      <Step link={link} passkey={passkey} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TimeLeft until={passkey.expiresAt} label={t('Time left')} />
        <Button variant="ghost" onClick={link.cancel} className="-mr-3.5">
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}

function Step({ link, passkey }: PasskeyPanelProps) {
  const { t } = useTranslation()
  if (passkey.state === 'compare') return <Compare code={passkey.code} link={link} />
  if (passkey.state === 'checking') {
    return (
      <p role="status" className="flex items-center gap-3 rounded-lg border border-dashed p-4">
        <Spinner />
        {t('WhatsApp is checking the answer. This takes a moment.')}
      </p>
    )
  }
  return (
    <>
      {passkey.refused && <Refused code={passkey.refused.code} />}
      <Asked passkey={passkey} onAnswer={link.answerPasskey} />
    </>
  )
}

function Refused({ code }: { code: number | null }) {
  const { t } = useTranslation()
  return (
    <Alert
      tone="warning"
      title={
        code === null
          ? t('WhatsApp did not accept the answer.')
          : t('WhatsApp did not accept the answer ({code}).', { code })
      }
    >
      {t('Use the passkey of the account on this phone, and try again.')}
    </Alert>
  )
}

interface AskedProps {
  passkey: ShownPasskey
  onAnswer: (answer: PasskeyAnswer) => void
}

function Asked({ passkey: { options }, onAnswer }: AskedProps) {
  const sandbox = useAppInfo()?.network === 'sandbox'
  return (
    <>
      <AskElsewhere key={options.challenge} options={options} onAnswer={onAnswer} />
      {sandbox && <SandboxPasskey />}
    </>
  )
}

function Compare({ code, link }: { code: ReactNode; link: Link }) {
  const { t } = useTranslation()
  return (
    <div className="rounded-lg border p-4">
      <p className="text-caption text-muted-foreground">
        {t('The phone shows a code. Continue only if it is this one.')}
      </p>
      <p role="status" className="mt-1 mb-4 font-mono text-metric font-semibold tracking-[.08em]">
        {code}
      </p>
      <Button variant="primary" onClick={link.confirmPasskey}>
        {t('The phone shows the same code')}
      </Button>
    </div>
  )
}
