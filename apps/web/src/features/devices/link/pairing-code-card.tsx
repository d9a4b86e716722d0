import type { TFunction } from 'i18next'
import { Check, Copy, Timer } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSecondsUntil } from '#shared/time/countdown.ts'
import { Button } from '#shared/ui/button.tsx'
import { Spinner } from '#shared/ui/loading.tsx'
import type { ShownPairing } from './link-state.ts'
import type { Link } from './use-link.ts'

/** The code while it can be typed; otherwise what became of it. */
export function PairingCodeCard({ link }: { link: Link }) {
  const { pairing } = link.state
  return pairing ? (
    <div className="rounded-lg border p-4">
      <Code key={pairing.code} code={pairing.code} />
      <Countdown pairing={pairing} />
    </div>
  ) : (
    <NoCode link={link} />
  )
}

const GROUP = 4

function Code({ code }: { code: string }) {
  const { t } = useTranslation()
  const shown = useRef<HTMLParagraphElement>(null)
  const [copied, setCopied] = useState(false)
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
      <Button
        size="sm"
        onClick={async () => {
          if (shown.current) setCopied(await copyCode(code, shown.current))
        }}
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? t('Copied') : t('Copy')}
      </Button>
    </div>
  )
}

/** Browsers block the clipboard API without TLS, but selected text can still be copied. */
async function copyCode(code: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code)
    return true
  } catch {
    window.getSelection()?.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}

function Countdown({ pairing }: { pairing: ShownPairing }) {
  const { t } = useTranslation()
  const left = useSecondsUntil(pairing.expiresAt) ?? 0
  return (
    <p className="mt-1 flex items-center gap-1.5 text-caption text-muted-foreground">
      <Timer className="size-4 shrink-0" aria-hidden="true" />
      {left === 0 ? (
        t('This code is being renewed')
      ) : (
        <span>
          {t('Renews in')}{' '}
          <span className="tnum font-medium text-foreground">{timeLeft(left, t)}</span>
        </span>
      )}
    </p>
  )
}

const MINUTE = 60

/** To the second, for somebody who types against it. */
function timeLeft(left: number, t: TFunction): string {
  const seconds = t('{s} s', { s: left % MINUTE })
  return left < MINUTE ? seconds : `${t('{m} min', { m: Math.floor(left / MINUTE) })} ${seconds}`
}

function NoCode({ link: { line, state } }: { link: Link }) {
  const { t } = useTranslation()
  if (line === 'disconnected')
    return <Told title={t('Connection to server lost. Please reload the page.')} />
  if (state.status === 'Connecting...' || state.status === 'waiting_qr') {
    const isAsked = state.status === 'Connecting...'
    return isAsked ? <Told icon={<Spinner />} title={t('Connecting, please wait...')} /> : null
  }
  if (state.ended === 'linked') {
    return (
      <Told title={t('The number is linked.')} text={t('It is in your list and ready to send.')} />
    )
  }
  if (state.ended === 'no_passkey') {
    return (
      <Told
        title={t('The passkey step has ended.')}
        text={t('Nothing was linked. Ask for another code to try again.')}
      />
    )
  }
  if (state.ended === 'expired') {
    return (
      <Told
        title={t('The code is no longer valid.')}
        text={t('Have the phone ready and ask for another code.')}
      />
    )
  }
  return null
}

function Told({ icon, title, text }: { icon?: ReactNode; title: string; text?: string }) {
  return (
    <div role="status" className="flex items-center gap-3 rounded-lg border border-dashed p-4">
      {icon}
      <div>
        <p className="font-medium">{title}</p>
        {text && <p className="mt-0.5 text-caption text-muted-foreground">{text}</p>}
      </div>
    </div>
  )
}
