import { Ban, CircleCheck, KeyRound, QrCode, RotateCw, TimerOff, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useAppInfo } from '#shared/api/app-info.ts'
import { Button } from '#shared/ui/button.tsx'
import { Spinner } from '#shared/ui/loading.tsx'
import type { PlanRoom } from '../use-devices.ts'
import { CodeCountdown, CodeWithRing } from './code-with-ring.tsx'
import { LinkSteps } from './link-steps.tsx'
import { type LinkWay, WayChoice } from './link-way.tsx'
import { PairingPanel } from './pairing-panel.tsx'
import { PasskeyPanel } from './passkey/passkey-panel.tsx'
import { PlanFull } from './plan-full.tsx'
import { SandboxScan } from './sandbox-scan.tsx'
import { SandboxType } from './sandbox-type.tsx'
import type { Link as LinkState } from './use-link.ts'

interface LinkPanelProps {
  link: LinkState
  room: PlanRoom
  way: LinkWay
  onWayChange: (way: LinkWay) => void
}

/** The code while it can be scanned; otherwise the current state and the next step. */
export function LinkPanel({ link, room, way, onWayChange }: LinkPanelProps) {
  const sandbox = useAppInfo()?.network === 'sandbox'
  const { code, pairing, passkey, status, ended } = link.state
  if (passkey) return <PasskeyPanel link={link} passkey={passkey} />
  if (!code && room.full && link.line !== 'disconnected' && status !== 'Connecting...') {
    return <PlanFull plan={room.plan} limit={room.limit} linked={ended === 'linked'} />
  }
  return (
    <div className="border-t p-5 sm:p-6">
      <WayChoice way={way} onWayChange={onWayChange} />
      {way === 'code' ? (
        <PairingPanel link={link} sandbox={sandbox && pairing && <SandboxType />} />
      ) : (
        <ScanPanel link={link} sandbox={sandbox} />
      )}
    </div>
  )
}

interface ScanPanelProps extends Pick<LinkPanelProps, 'link'> {
  sandbox: boolean
}

function ScanPanel({ link, sandbox }: ScanPanelProps) {
  const { code } = link.state
  return (
    <div className="grid gap-x-8 gap-y-6 md:max-lg:grid-cols-[298px_minmax(0,1fr)]">
      <div className="mx-auto w-full max-w-[298px]">
        {code ? <CodeWithRing code={code} /> : <InPlaceOfCode link={link} />}
      </div>
      <div className="flex min-w-0 flex-col">
        {code && <CodeCountdown code={code} />}
        {sandbox ? <SandboxHelp waiting={code !== null} /> : <LinkSteps />}
        {code && <CancelButton link={link} />}
      </div>
    </div>
  )
}

function CancelButton({ link }: { link: LinkState }) {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" onClick={link.cancel} className="mt-4 -ml-3.5 self-start">
      {t('Cancel')}
    </Button>
  )
}

/** Real phones cannot be linked there: a virtual one scans the code. */
function SandboxHelp({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation()
  if (waiting) return <SandboxScan />
  return (
    <p className="text-caption text-muted-foreground">
      {t('This is the sandbox: a virtual phone scans the code, so no real phone is needed.')}
    </p>
  )
}

function InPlaceOfCode({ link }: { link: LinkState }) {
  return <Notice {...useNotice(link)} />
}

function useNotice({ state, line, showAnother }: LinkState): NoticeProps {
  const { t } = useTranslation()
  if (line === 'disconnected') {
    return {
      icon: <WifiOff className="text-destructive" />,
      title: t('Connection to server lost. Please reload the page.'),
      action: (
        <Button onClick={() => window.location.reload()}>
          <RotateCw aria-hidden="true" />
          {t('Reload the page')}
        </Button>
      ),
    }
  }
  if (state.status === 'Connecting...')
    return { icon: <Spinner />, title: t('Connecting, please wait...') }
  if (state.ended === 'linked') {
    return {
      icon: <CircleCheck className="text-success" />,
      title: t('The number is linked.'),
      text: t('It is in your list and ready to send.'),
      action: <NextStep />,
    }
  }
  if (state.status === 'limit_reached') {
    return {
      icon: <Ban className="text-muted-foreground" />,
      title: t('Connection limit reached for your plan.'),
      text: t('Disconnect a device to connect another one.'),
    }
  }
  if (state.ended === 'no_passkey') {
    return {
      icon: <KeyRound className="text-warning" />,
      title: t('The passkey step has ended.'),
      text: t('Nothing was linked. Ask for another code to try again.'),
      action: <NewCode onPress={showAnother} />,
    }
  }
  if (state.ended === 'expired') {
    return {
      icon: <TimerOff className="text-warning" />,
      title: t('No code was scanned in time.'),
      text: t('Have the phone ready and ask for another code.'),
      action: <NewCode onPress={showAnother} />,
    }
  }
  return {
    icon: <QrCode className="text-muted-foreground" />,
    title: t('No code yet'),
    text: t('Press Connect Another Device and a code appears here.'),
  }
}

function NextStep() {
  const { t } = useTranslation()
  return (
    <Button asChild>
      <Link to="/contacts">{t('Add your contacts')}</Link>
    </Button>
  )
}

function NewCode({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="primary" onClick={onPress}>
      <QrCode aria-hidden="true" />
      {t('Show a new code')}
    </Button>
  )
}

interface NoticeProps {
  icon: ReactNode
  title: string
  text?: string
  action?: ReactNode
}

/** As large as the code, so that nothing moves when it appears. */
function Notice({ icon, title, text, action }: NoticeProps) {
  return (
    <div
      role="status"
      className="flex aspect-square w-full flex-col items-center justify-center gap-3 rounded-[20px] border border-dashed border-input px-7 text-center [&_.lucide]:size-6 [&_button_.lucide]:size-4"
    >
      {icon}
      <div>
        <p className="font-medium text-balance">{title}</p>
        {text && <p className="mt-1 text-caption text-balance text-muted-foreground">{text}</p>}
      </div>
      {action}
    </div>
  )
}
